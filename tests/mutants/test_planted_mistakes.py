"""Every planted mistake of the rules is caught by the tests of that rule."""

from collections import Counter
from pathlib import Path

import pytest

from tests.mutants.mistakes import MISTAKES, Mistake
from tests.mutants.runner import CAUGHT, MISSED, copy_of_the_package, make, run_tests, text_of

LEAST = 60


def test_there_are_enough_mistakes_each_with_a_name_of_its_own() -> None:
    assert len(MISTAKES) >= LEAST
    assert [name for name, count in Counter(m.name for m in MISTAKES).items() if count > 1] == []


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_changes_one_place(mistake: Mistake) -> None:
    assert text_of(mistake).count(mistake.old) == 1
    assert mistake.old != mistake.new


def test_the_tests_pass_without_a_mistake(tmp_path: Path) -> None:
    """Else a mistake would seem caught by a test that fails anyway."""
    tests = dict.fromkeys(path for mistake in MISTAKES for path in mistake.tests)
    done = run_tests(copy_of_the_package(tmp_path), tests)
    assert done.returncode == MISSED, done.stdout


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_caught(mistake: Mistake, tmp_path: Path) -> None:
    package = copy_of_the_package(tmp_path)
    make(mistake, package)
    done = run_tests(package, mistake.tests)
    said = done.stdout[-2000:] + done.stderr[-500:]
    assert done.returncode == CAUGHT, said
    assert "1 failed" in done.stdout, said  # not an error of a module that cannot be imported
