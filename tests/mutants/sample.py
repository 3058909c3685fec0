"""Mutation testing with Cosmic Ray's operators: a sample of all changes of one place.

`python -m tests.mutants.sample` takes a sample of the mutants of the engine's modules, runs the
rule tests over each and, where those pass, the laws. It prints every survivor as a diff, and ends
with 1 if fewer than 95 % were killed. Needs the package `cosmic-ray`; docs/mutation.md explains.
"""

import argparse
import ast
import difflib
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from tests.mutants.runner import ROOT, copy_of_the_package, run_tests

MODULES = ("engine", "refusals", "state", "melds", "plain_melds", "scoring", "outcomes", "match")
LEAST_PER_CENT = 95
SIZE, SEED = 500, 3
# The rules first, those that cost least before the others; then the laws.
SLOW = ("test_extensions", "test_best_split", "test_ask")
LAWS = (
    "chips_law.py",
    "problems.py",
    "legal_moves.py::test_in_small_games_what_is_accepted_is_what_is_listed",
    "legal_moves.py::test_taking_back_leads_to_the_state_before",
    "hand_laws.py::test_every_law_in_small_games_of_each_variant",
    "views_tell_nothing.py::test_a_long_meld_laid_face_down_blocks_without_a_word_about_its_cards",
)
TIMEOUT_S = 240  # of a mutant that goes on for ever


@dataclass(frozen=True)
class Mutant:
    """A module with one place changed by one of Cosmic Ray's operators."""

    module: str
    operator: str
    occurrence: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.module} {self.operator.removeprefix('core/')} {self.occurrence}"

    @property
    def diff(self) -> str:
        old = source_of(self.module).splitlines()
        lines = difflib.unified_diff(old, self.text.splitlines(), lineterm="", n=0)
        return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def source_of(module: str) -> str:
    return (ROOT / "tongits" / f"{module}.py").read_text("utf-8")


Place = tuple[str, str, int]  # module, operator, occurrence


def places_in(module: str) -> Iterator[Place]:
    """Every place of a module that one of the operators would change."""
    nodes = list(ast_nodes(get_ast(source_of(module))))
    for name in sorted(plugins.operator_names()):
        operator_class = plugins.get_operator(name)
        if not operator_class.arguments():
            operator = operator_class()
            spots = (spot for node in nodes for spot in operator.mutation_positions(node))
            yield from ((module, name, occurrence) for occurrence, _ in enumerate(spots))


def mutants_at(places: Iterable[Place]) -> Iterator[Mutant]:
    """The mutants of places; none that is not Python, or that changes only what runs nothing."""
    for module, name, occurrence in places:
        source = source_of(module)
        text = mutate_code(source, plugins.get_operator(name)(), occurrence)
        if text is not None and meaning_of(text) not in (meaning_of(source), None):
            yield Mutant(module, name, occurrence, text)


class _WithoutHints(ast.NodeTransformer):
    """Leaves out what runs nothing: annotations are never evaluated in these modules."""

    def visit_arg(self, node: ast.arg) -> Any:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)


def meaning_of(source: str) -> str | None:
    """What a text does, hints and docstrings left out; None if it is not Python."""
    try:
        return ast.dump(_WithoutHints().visit(ast.parse(source)))
    except SyntaxError:
        return None


def stages(module: str) -> dict[str, list[str]]:
    """The examples and the files of the rules, dear ones last; then the laws."""
    files = sorted(ROOT.glob("tests/rules/test_*.py"), key=lambda path: path.stem in SLOW)
    rules = [path.relative_to(ROOT).as_posix() for path in files]
    return {
        "rules": ["--doctest-modules", f"tongits/{module}.py", *rules],
        "laws": [f"tests/properties/test_{name}" for name in LAWS],
    }


def killed_by(mutant: Mutant) -> str | None:
    """What killed the mutant: "rules", "laws", "time"; None for a survivor."""
    with tempfile.TemporaryDirectory() as home:
        package = copy_of_the_package(Path(home))
        (package / "tongits" / f"{mutant.module}.py").write_text(mutant.text, "utf-8")
        try:
            for stage, tests in stages(mutant.module).items():
                if run_tests(package, tests, timeout_s=TIMEOUT_S).returncode:
                    return stage
        except TimeoutExpired:
            return "time"
    return None


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SIZE, help="mutants in the sample")
    parser.add_argument("--seed", type=int, default=SEED, help="which sample")
    parser.add_argument("--jobs", type=int, default=2, help="tests runs at once")
    parser.add_argument("--modules", nargs="*", default=MODULES)
    asked = parser.parse_args()
    places = [place for module in asked.modules for place in places_in(module)]
    random.Random(asked.seed).shuffle(places)
    sample = list(islice(mutants_at(places), asked.size))
    print(f"{len(sample)} mutants from {len(places)} places", flush=True)
    return report(sample, asked.jobs)


def report(sample: list[Mutant], jobs: int) -> int:
    """Tries the sample, prints survivors as they come and the rate at the end."""
    ends: Counter[str | None] = Counter()
    with ThreadPoolExecutor(jobs) as threads:
        results = threads.map(killed_by, sample)
        for number, (mutant, end) in enumerate(zip(sample, results, strict=True), start=1):
            ends[end] += 1
            if end is None:
                print(f"survived: {mutant.name}\n{mutant.diff}\n", flush=True)
            if number % 25 == 0:
                print(f"{number} of {len(sample)}, {ends[None]} survived", flush=True)
    killed = len(sample) - ends[None]
    print(f"{killed} of {len(sample)} killed ({killed / len(sample):.1%}): {dict(ends)}")
    return 0 if 100 * killed >= LEAST_PER_CENT * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
