"""What the project says about itself is true: commands, settings, and nothing of one machine."""

import json
import re
import subprocess
import sys
from pathlib import Path

import discord
import pytest

ROOT = Path(__file__).resolve().parents[1]
BINARY = {".png", ".svg", ".ico", ".woff", ".woff2", ".ttf", ".db", ".gz", ".zst"}

Setting = tuple[str, bool]  # its name, whether a comment stands above it

TARGET = re.compile(r"^([a-z][a-z-]*):(?!=)", re.MULTILINE)
FENCE = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
MACHINE = re.compile(
    r"(?:^|[^A-Za-z0-9_.:/])/(?:work|farm|root|home|Users)/[A-Za-z.]"
    r"|--(?:extra-)?index-url|--find-links|index-url *="
    r"|https?://[^\s\"']*(?:/simple\b|pythonhosted)",
    re.MULTILINE,
)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def make_commands(markdown: str) -> set[str]:
    """The make targets that a text tells people to run, in fenced blocks or as `make name`."""
    lines = "\n".join(FENCE.findall(markdown)).splitlines()
    fenced = (match[1] for line in lines if (match := re.match(r"\s*make +([a-z][a-z-]*)", line)))
    return {*fenced, *re.findall(r"`make ([a-z][a-z-]*)`", markdown)}


def settings_explained(example: str) -> list[Setting]:
    """The settings of an example file, each with whether its lines begin with a comment."""
    blocks = (block.splitlines() for block in example.split("\n\n"))
    return [
        (line.split("=", maxsplit=1)[0], block[0].startswith("# "))
        for block in blocks
        for line in block
        if re.match(r"[A-Z_]+=", line)
    ]


def settings_of_the_bot() -> set[str]:
    """The variables that `bot.config.Settings` reads from the environment."""
    from bot.config import Settings

    prefix = Settings.model_config.get("env_prefix", "")
    return {
        str(field.validation_alias or f"{prefix}{name}").upper()
        for name, field in Settings.model_fields.items()
    }


def machine_traces(text: str) -> list[str]:
    """The lines of a text that name a folder of one machine or a package index."""
    return [line for line in text.splitlines() if MACHINE.search(line)]


def tracked_files() -> list[Path]:
    """The text files that git keeps; a reason to skip where this is no checkout."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout: nobody knows which files are tracked")
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [file for file in files if file.suffix not in BINARY and file.is_file()]


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_of_the_documents_exists(document: str) -> None:
    commands = make_commands(text_of(document))
    assert commands
    assert commands <= set(TARGET.findall(text_of("Makefile")))


def test_readme_opens_with_playing_and_testing() -> None:
    first_block = FENCE.findall(text_of("README.md"))[0]
    assert [line.split("#")[0].strip() for line in first_block.splitlines()] == [
        "make play",
        "make test",
    ]


def test_the_invite_link_asks_for_the_permissions_that_readme_names() -> None:
    link = re.search(r"oauth2/authorize\S+&scope=(\S+)&permissions=(\d+)`", text_of("README.md"))
    named = re.search(r"exactly what the bot needs: (.*)\.", text_of("README.md"))
    assert link
    assert named
    assert link[1] == "bot+applications.commands"
    wanted = {name for name, given in discord.Permissions(int(link[2])) if given}
    words = {name.lower().replace(" ", "_") for name in named[1].split(", ")}
    assert {"read_messages" if name == "view_channels" else name for name in words} == wanted


def test_the_engine_answers_as_readme_says() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```", text_of("README.md"), re.MULTILINE | re.DOTALL)
    questions, answers = blocks
    asked = subprocess.run(
        [sys.executable, "-m", "tongits", "ask"],
        cwd=ROOT,
        input=questions,
        capture_output=True,
        text=True,
        check=True,
    )
    given = [json.loads(line) for line in asked.stdout.splitlines()]
    assert given == [json.loads(line) for line in answers.splitlines()]


def test_every_make_target_is_explained_and_phony() -> None:
    makefile = text_of("Makefile")
    explained = re.findall(r"^([a-z-]+):.*## .+", makefile, re.MULTILINE)
    phony = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert sorted(explained) == sorted(TARGET.findall(makefile)) == sorted(phony[0].split())


def test_a_made_up_make_command_would_be_noticed() -> None:
    assert make_commands("```sh\nmake fly   # up\nmake PY=3 x\n```\nmake tea, `make hay`\n") == {
        "fly",
        "hay",
    }


def test_every_setting_is_explained_and_exists() -> None:
    settings = settings_explained(text_of(".env.example"))
    assert [name for name, explained in settings if not explained] == []
    assert sorted(name for name, _ in settings) == sorted(settings_of_the_bot())


def test_a_setting_without_a_word_would_be_noticed() -> None:
    assert settings_explained("# Why.\nA=1\n\nB=2\n") == [("A", True), ("B", False)]


def test_the_example_holds_no_token() -> None:
    assert "DISCORD_TOKEN=\n" in text_of(".env.example")


def test_nothing_tracked_names_a_machine_or_an_index() -> None:
    found = {
        f"{file.relative_to(ROOT)}: {line[:100]}"
        for file in tracked_files()
        for line in machine_traces(file.read_text(encoding="utf-8"))
        if file != Path(__file__).resolve()
    }
    assert found == set()


@pytest.mark.parametrize(
    "line",
    [
        "open('/" + "work/main/x')",
        "cd /" + "root/.cache",
        "/" + "home/ana/bot",
        "--extra-" + "index-url x",
        "https://example.org/" + "simple/",
    ],
)
def test_a_planted_trace_is_caught(line: str) -> None:
    assert machine_traces(f"fine\n{line}\n") == [line]


@pytest.mark.parametrize(
    "line",
    ["#!/usr/bin/env bash", "https://example.org/home/ana", "--no-emit-index-url", "a/work/b"],
)
def test_an_ordinary_line_is_not_blamed(line: str) -> None:
    assert machine_traces(line) == []


def test_the_locks_pin_every_package_of_the_project_by_hash() -> None:
    for lock in ("requirements.lock", "requirements-dev.lock"):
        entries = re.split(r"^(?=[a-z])", text_of(lock), flags=re.MULTILINE)
        pinned = [entry for entry in entries if re.match(r"[a-z]", entry)]
        assert len(pinned) > 10
        assert [
            entry for entry in pinned if "==" not in entry or "--hash=sha256:" not in entry
        ] == []


def test_the_locks_follow_the_project_file() -> None:
    wanted = re.findall(r'^    "([A-Za-z.-]+)==([^"]+)",', text_of("pyproject.toml"), re.MULTILINE)
    lines = text_of("requirements-dev.lock").splitlines()
    pins = {line.split(" ")[0] for line in lines if "==" in line}
    assert len(wanted) > 10
    assert {f"{name.lower().replace('.', '-')}=={version}" for name, version in wanted} <= pins
