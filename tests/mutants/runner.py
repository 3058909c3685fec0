"""A copy of the package with one mistake in it, and the tests that must notice."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.mutants.mistakes import Mistake

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = """[pytest]
pythonpath = .
addopts =
    -m "not long" -x -q --import-mode=importlib -p no:cacheprovider
markers = long
filterwarnings = error
"""
# No plugins but pytest's own: half the time of so short a run.
QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "", "PYTHONPATH": ""}
CAUGHT, MISSED = 1, 0  # pytest's own answers: a test failed, all passed


def copy_of_the_package(into: Path) -> Path:
    """The package as it is, and the tests, which the copy's tests run will import it."""
    shutil.copytree(ROOT / "tongits", into / "tongits")  # compiled files too: times are kept
    (into / "tests").mkdir()
    for name in ("rules", "properties", "resample.py"):
        (into / "tests" / name).symlink_to(ROOT / "tests" / name)
    (into / "pytest.ini").write_text(SETTINGS, "utf-8")
    return into


def text_of(mistake: Mistake) -> str:
    return (ROOT / "tongits" / mistake.file).read_text("utf-8")


def make(mistake: Mistake, package: Path) -> None:
    """The mistake made in a copy."""
    wrong = text_of(mistake).replace(mistake.old, mistake.new)
    (package / "tongits" / mistake.file).write_text(wrong, "utf-8")


def run_tests(
    package: Path, tests: Iterable[str], timeout_s: float = 100
) -> subprocess.CompletedProcess[str]:
    """pytest over the copy, up to the first failure. Raises `TimeoutExpired`."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", *tests],
        cwd=package,
        env={**os.environ, **QUICK},
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
