"""The settings, from the environment or a `.env` file; `.env.example` explains each."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE: Final = ".env"
DEFAULT_DB: Final = Path("var/tongits.db")
PLAYGROUND_DB: Final = Path("var/playground.db")


class BadSetting(Exception):
    """A setting cannot be used; the text is one plain sentence."""


class Settings(BaseSettings):
    """What an operator can set. An empty value is the same as none.

    Each description is what the setting must be, as `BadSetting` says it.
    """

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = Field(
        None, validation_alias="DISCORD_TOKEN", description="the bot's token as Discord shows it"
    )
    db: Path | None = Field(
        None, validation_alias="TONGITS_DB", description="the path of the database file"
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", validation_alias="TONGITS_LOG_LEVEL", description="DEBUG, INFO, WARNING or ERROR"
    )
    discord_api: str | None = Field(
        None,
        validation_alias="TONGITS_DISCORD_API",
        description="an address of this machine, like http://127.0.0.1:8080",
    )
    play_port: int = Field(
        0,
        ge=0,
        le=65_535,
        validation_alias="TONGITS_PLAY_PORT",
        description="a whole number from 0 to 65535",
    )
    left_server_days: int = Field(
        30,
        ge=0,
        le=3_650,
        validation_alias="TONGITS_LEFT_SERVER_DAYS",
        description="a whole number from 0 to 3650",
    )
    one_seat_per_server: bool = Field(
        default=True, validation_alias="TONGITS_ONE_SEAT_PER_SERVER", description="true or false"
    )

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @field_validator("discord_api")
    @classmethod
    def _loopback_only(cls, address: str | None) -> str | None:
        """Another Discord than the real one may only be on this machine."""
        if address and not _is_local_http(address):
            raise ValueError("not on this machine")
        return address


def _is_local_http(address: str) -> bool:
    """Whether it is plain HTTP on loopback, without a user's name or password.

    >>> [_is_local_http(f"http://{place}") for place in ("[::1]:80/api", "10.0.0.1", "[::1]:x")]
    [True, False, False]
    """
    try:
        url = urlsplit(address)
        is_plain = url.scheme == "http" and "@" not in url.netloc and url.port != 0
        host = url.hostname or ""
        return is_plain and (host == "localhost" or ip_address(host).is_loopback)
    except ValueError:
        return False


def load_settings() -> Settings:
    """The settings in force. Raises `BadSetting` naming the first one that is wrong, or the file.

    Nothing of the value is told: it may be a token.
    """
    try:
        return Settings()
    except UnicodeDecodeError:
        raise BadSetting(f"The file {ENV_FILE} is not UTF-8 text: save it as UTF-8.") from None
    except OSError as error:
        raise BadSetting(f"The file {ENV_FILE} cannot be read: {error.strerror}.") from None
    except ValidationError as error:
        raise BadSetting(_wrong(error)) from None


def _wrong(error: ValidationError) -> str:
    """The first setting that is wrong, and what it must be."""
    name = error.errors()[0]["loc"][0]
    must_be = {one.validation_alias: one.description for one in Settings.model_fields.values()}
    return f"The setting {name} cannot be used: it must be {must_be[str(name)]}."
