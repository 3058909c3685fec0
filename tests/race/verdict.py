"""What became of a race: the file beside what was pressed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from data import journal
from tests.crash import truth
from tests.race.answers import OnceEach
from tests.race.clicks import Click, Intent
from tests.race.crowd import Crowd

DEEDS: Final = ("move", "ready")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Counts of a race, and in `findings` what must not be; nothing for a good one."""

    counts: dict[str, int]
    findings: list[str]

    def __str__(self) -> str:
        told = [f"{count:,} {what}" for what, count in self.counts.items()]
        return "\n  ".join(["race:", *told, *(f"WRONG: {found}" for found in self.findings)])


def judge(crowd: Crowd, answers: OnceEach, path: Path, failures: int) -> Verdict:
    """Reads the file past the bot. `failures`: how many answers ended in an unforeseen error."""
    with truth.opened(path) as conn:
        told = truth.journals(conn)
        deeds = sum(truth.effects(told)[kind] for kind in DEEDS)
        rows = journal.load(conn, crowd.table.table_id)
        carried_out = truth.inbox(conn)
        drift = truth.drift_chips(conn, told)
        sound = truth.findings(conn)
        hands = truth.result_count(told)
    by_number = {click.number: click for click in crowd.sent}
    wanted = {click.intent for click in crowd.sent if click.kind == "press"} - {None}
    findings = [
        *sound,
        *_of_intents(by_number, carried_out, wanted),
        *_of_clicks(by_number, carried_out, answers),
    ]
    if deeds != len(wanted):
        findings.append(f"{len(wanted)} intents, but {deeds} deeds in the journal")
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        findings.append("the versions have a gap")
    if drift:
        findings.append(f"{drift} chips too many or too few")
    if failures:
        findings.append(f"{failures} answers ended in an error")
    if crowd.stuck:
        findings.append("the table got stuck")
    counts = _counts(crowd, answers)
    counts |= {"distinct intents": len(wanted), "accepted": len(carried_out)}
    return Verdict(counts | {"versions": len(rows), "hands settled": hands}, findings)


def _of_intents(
    by_number: dict[int, Click], carried_out: set[int], wanted: set[Intent | None]
) -> Iterator[str]:
    """Every intent was open when its first click came, so one of its clicks was carried out."""
    times = Counter(by_number[number].intent for number in carried_out & by_number.keys())
    lost = sum(not times[intent] for intent in wanted)
    doubled = sum(count > 1 for intent, count in times.items() if intent)
    if lost:
        yield f"{lost} intents were never carried out"
    if doubled:
        yield f"{doubled} intents were carried out more than once"


def _of_clicks(
    by_number: dict[int, Click], carried_out: set[int], answers: OnceEach
) -> Iterator[str]:
    for kind in ("stale", "forged"):
        count = sum(by_number[n].kind == kind for n in carried_out & by_number.keys())
        if count:
            yield f"{count} {kind} clicks were carried out"
    if carried_out - by_number.keys():
        yield "something was carried out that nobody pressed"
    silent = sum(not answers.taken[number] for number in by_number)
    if silent:
        yield f"{silent} clicks were never answered"


def _counts(crowd: Crowd, answers: OnceEach) -> dict[str, int]:
    kinds = Counter(click.kind for click in crowd.sent)
    return {
        "clicks brought": crowd.brought,
        "interactions, each brought twice": len(crowd.sent),
        "second presses of an intent": kinds["again"],
        "stale presses": kinds["stale"],
        "forged presses": kinds["forged"],
        "copies swallowed": crowd.brought - len(crowd.sent),
        "second answers that Discord refused": answers.refused,
    }
