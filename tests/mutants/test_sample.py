"""At least 95 % of a sample of all mutants are killed; docs/mutation.md explains the others."""

import subprocess
import sys

import pytest

from tests.mutants.runner import ROOT


@pytest.mark.long
def test_tests_kill_95_of_a_hundred_mutants() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants.sample"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
