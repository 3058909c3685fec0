"""Pointing discord.py at the offline Discord: its base addresses and nothing else."""

from __future__ import annotations

import ipaddress

import discord.asset
import discord.gateway
import discord.http
import yarl


def point_discord_at(api_base: str) -> None:
    """Makes discord.py of this process talk to e.g. ``http://127.0.0.1:8080/api/v10``.

    Call it before a client is made. ValueError for anything that is not plain HTTP on loopback,
    so that a token can never be sent elsewhere by a wrong setting.

    >>> point_discord_at("https://example.org/api/v10")
    Traceback (most recent call last):
    ValueError: the offline Discord must be plain HTTP on loopback
    """
    url = yarl.URL(api_base.rstrip("/"))
    if url.scheme != "http" or not is_loopback(url.host or "") or url.user or url.password:
        raise ValueError("the offline Discord must be plain HTTP on loopback")
    root = url.origin()
    discord.http.Route.BASE = str(url)
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = root.with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = str(root / "cdn")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine's loopback address.

    >>> [is_loopback(h) for h in ("127.0.0.1", "::1", "localhost", "10.0.0.1", "example.org")]
    [True, True, True, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
