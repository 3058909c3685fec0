"""The settings, from the environment or a `.env` file; `.env.example` explains each."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

DEFAULT_DB: Final = Path("var/tongits.db")
PLAYGROUND_DB: Final = Path("var/playground.db")


class BadSetting(Exception):
    """A setting cannot be used; the text is one plain sentence."""


class Settings(BaseSettings):
    """What an operator can set. An empty value is the same as none."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = Field(None, validation_alias="DISCORD_TOKEN")
    db: Path | None = Field(None, validation_alias="TONGITS_DB")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", validation_alias="TONGITS_LOG_LEVEL"
    )
    discord_api: str | None = Field(None, validation_alias="TONGITS_DISCORD_API")
    play_port: int = Field(0, ge=0, le=65_535, validation_alias="TONGITS_PLAY_PORT")
    one_seat_per_server: bool = Field(default=True, validation_alias="TONGITS_ONE_SEAT_PER_SERVER")

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @field_validator("discord_api")
    @classmethod
    def _loopback_only(cls, address: str | None) -> str | None:
        """Another Discord than the real one may only be on this machine."""
        if address and not _is_local_http(address):
            raise ValueError("it must be an address of this machine, like http://127.0.0.1:8080")
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
    """The settings in force. Raises `BadSetting` naming the first one that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = first["loc"][0] if first["loc"] else "a setting"
        raise BadSetting(f"The setting {name} cannot be used: {first['msg']}.") from None
