"""Refusals of the API: HTTP status, Discord's error code, and the body a client gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]
Problem = tuple[Path, str, str]  # where in the body, Discord's name of the rule, a sentence

# Error code -> (HTTP status, Discord's sentence).
KNOWN: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30015: (400, "Maximum number of attachments in a message reached (10)"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50109: (400, "The request body contains invalid JSON."),
}


class ApiError(Exception):
    """An answer that is not a success; `body()` is what the client reads."""

    def __init__(
        self, status: int, code: int, message: str, problems: Sequence[Problem] = ()
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.problems = tuple(problems)

    def body(self) -> Json:
        """The JSON error body, with one nested entry for every problem.

        >>> invalid_form([(("embeds", 0), "RULE", "Too long.")]).body()["errors"]
        {'embeds': {'0': {'_errors': [{'code': 'RULE', 'message': 'Too long.'}]}}}
        """
        out: Json = {"message": self.message, "code": self.code}
        for path, rule, sentence in self.problems:
            node = out.setdefault("errors", {})
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": rule, "message": sentence})
        return out


def refuse(code: int) -> ApiError:
    """The refusal Discord gives with this code.

    >>> refuse(10008).status, refuse(10008).message
    (404, 'Unknown Message')
    """
    status, message = KNOWN[code]
    return ApiError(status, code, message)


def invalid_form(problems: Sequence[Problem]) -> ApiError:
    """50035, telling each problem at its place in the body."""
    status, message = KNOWN[50035]
    return ApiError(status, 50035, message, problems)
