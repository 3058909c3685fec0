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
# `==` for `is`: the same beside None or a member of an enumeration, and `is` stands nowhere else.
SAME = ("core/ReplaceComparisonOperator_Is_Eq", "core/ReplaceComparisonOperator_IsNot_NotEq")
LEAST_PER_CENT = 95
SIZE, SEED = 500, 3
# First the files of the rules most likely to notice, then the others, dear ones last; then the
# laws. The order saves time only: a mutant survives if every one of them passes, and only then.
LIKELY = {
    "engine": "turn call declare default_move take_back guards stock face_down",
    "refusals": "turn call guards no_dump new_meld declare take_back fold_challenge ask_rules",
    "state": "sapaw_block guards take_back stock call turn face_down",
    "melds": "edges jokers extensions ace new_meld face_down no_dump",
    "plain_melds": "edges ace extensions plain_melds vectors",
    "scoring": "scoring payouts bonuses fold_challenge vectors_money",
    "outcomes": "bonuses edges scoring stock fold_challenge secret_in_hand",
    "match": "stakes hitter progressive deal values_never_change",
}
DEAR = ("extensions", "best_split", "ask", "plain_melds")
LAWS = (
    "chips_law.py",
    "problems.py",
    "legal_moves.py::test_in_small_games_what_is_accepted_is_what_is_listed",
    "legal_moves.py::test_taking_back_leads_to_the_state_before",
    "hand_laws.py::test_every_law_in_small_games_of_each_variant",
    "views_tell_nothing.py::test_a_long_meld_laid_face_down_blocks_without_a_word_about_its_cards",
)
# Of a mutant that goes on for ever; the stages take 1, 8 and 3 s where nothing else runs.
TIMEOUT_S = {"likely": 60, "rules": 240, "laws": 240}


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
    for name in sorted(set(plugins.operator_names()).difference(SAME)):
        operator_class = plugins.get_operator(name)
        if not operator_class.arguments():
            operator = operator_class()
            spots = (spot for node in nodes for spot in operator.mutation_positions(node))
            yield from ((module, name, occurrence) for occurrence, _ in enumerate(spots))


def mutants_at(places: Iterable[Place]) -> Iterator[Mutant]:
    """The mutants of places; none that is not Python, or that can change no answer."""
    for module, name, occurrence in places:
        source = source_of(module)
        text = mutate_code(source, plugins.get_operator(name)(), occurrence)
        if text is None or meaning_of(text) in (meaning_of(source), None):
            continue
        if words_put_in_order(text) == words_put_in_order(source):
            yield Mutant(module, name, occurrence, text)


def words_put_in_order(source: str) -> int:
    """How often a text literal is asked for what is before or after it in the alphabet.

    No rule of the game orders words, so such a mutant lives or dies by how a value is spelled;
    none of them is in the sample.

    >>> words_put_in_order('a == "call"'), words_put_in_order('a <= "call"')
    (0, 1)
    """
    return sum(
        isinstance(node, ast.Compare)
        and any(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops)
        and any(
            isinstance(each, ast.Constant) and isinstance(each.value, str)
            for each in (node.left, *node.comparators)
        )
        for node in ast.walk(ast.parse(source))
    )


class _OnlyAnswers(ast.NodeTransformer):
    """Leaves out what can change no answer.

    Annotations are never evaluated in these modules; a docstring is not run as code; `cache` and
    `lru_cache`, and a data class's `slots`, decide about time and memory; a `*` or `/` among a
    function's arguments decides which spellings of a call mypy allows.
    """

    def visit_arguments(self, node: ast.arguments) -> Any:
        node.args = [*node.posonlyargs, *node.args, *node.kwonlyargs]
        node.defaults = [*node.defaults, *(each for each in node.kw_defaults if each)]
        node.posonlyargs, node.kwonlyargs, node.kw_defaults = [], [], []
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> Any:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.returns = None
        node.decorator_list = [each for each in node.decorator_list if not _is_cache(each)]
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> Any:
        return None if node.arg == "slots" else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)


def _is_cache(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Name) and called.id in ("cache", "lru_cache")


def meaning_of(source: str) -> str | None:
    """What a text does, without what can change no answer; None if it is not Python."""
    try:
        return ast.dump(_OnlyAnswers().visit(ast.parse(source)))
    except SyntaxError:
        return None


def stages(module: str) -> dict[str, list[str]]:
    """The tests of each stage: examples and likely files, all other rules, the laws."""
    likely = [f"tests/rules/test_{name}.py" for name in LIKELY[module].split()]
    rules = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/rules/test_*.py"))
    dear = [f"tests/rules/test_{name}.py" for name in DEAR]
    return {
        "likely": ["--doctest-modules", f"tongits/{module}.py", *likely],
        "rules": sorted((path for path in rules if path not in likely), key=dear.__contains__),
        "laws": [f"tests/properties/test_{name}" for name in LAWS],
    }


def failing_stage(module: str, text: str) -> str | None:
    """The stage that fails over a copy where a module reads `text`, or "time"; None for none."""
    with tempfile.TemporaryDirectory() as home:
        package = copy_of_the_package(Path(home))
        (package / "tongits" / f"{module}.py").write_text(text, "utf-8")
        try:
            for stage, tests in stages(module).items():
                if run_tests(package, tests, timeout_s=TIMEOUT_S[stage]).returncode:
                    return stage
        except TimeoutExpired:
            return "time"
    return None


def fail_without_a_mutant(modules: Iterable[str]) -> bool:
    """Whether any test that the modules' mutants meet fails over the package as it is."""
    met = (test for module in modules for tests in stages(module).values() for test in tests)
    with tempfile.TemporaryDirectory() as home:
        package = copy_of_the_package(Path(home))
        return run_tests(package, dict.fromkeys(met), TIMEOUT_S["rules"]).returncode != 0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SIZE, help="mutants in the sample")
    parser.add_argument("--seed", type=int, default=SEED, help="which sample")
    parser.add_argument("--jobs", type=int, default=2, help="tests runs at once")
    parser.add_argument("--modules", nargs="*", default=MODULES)
    asked = parser.parse_args()
    if fail_without_a_mutant(asked.modules):
        sys.exit("the tests fail without any mutant: they would seem to kill them all")
    places = [place for module in asked.modules for place in places_in(module)]
    random.Random(asked.seed).shuffle(places)
    sample = list(islice(mutants_at(places), asked.size))
    print(f"{len(sample)} mutants from {len(places)} places", flush=True)
    return report(sample, asked.jobs)


def report(sample: list[Mutant], jobs: int) -> int:
    """Tries a sample; prints who survived or ran out of time at once, the rate at the end."""
    ends: Counter[str | None] = Counter()
    with ThreadPoolExecutor(jobs) as threads:
        results = threads.map(lambda mutant: failing_stage(mutant.module, mutant.text), sample)
        for number, (mutant, end) in enumerate(zip(sample, results, strict=True), start=1):
            ends[end] += 1
            if end in (None, "time"):
                fate = "survived" if end is None else "out of time"
                print(f"{fate}: {mutant.name}\n{mutant.diff}\n", flush=True)
            if number % 25 == 0:
                print(f"{number} of {len(sample)}, {ends[None]} survived", flush=True)
    killed = len(sample) - ends[None]
    print(f"{killed} of {len(sample)} killed ({killed / len(sample):.1%}): {dict(ends)}")
    return 0 if 100 * killed >= LEAST_PER_CENT * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
