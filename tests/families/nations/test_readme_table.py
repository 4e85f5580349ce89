"""The family's README says what the code does: its tables are read and held against the rules, run on small boards."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest

from mesa_war.core.actions import TEXT, objections
from mesa_war.core.board import Board
from mesa_war.core.events import EVERYONE, Effect, Event, Fact, Move, Origin, Tie
from mesa_war.core.mind import Reply, Request
from mesa_war.core.words import Words
from mesa_war.families.nations import actions
from mesa_war.families.nations.actions import NATION, PACTS, asked, published, relations, rulebook
from mesa_war.families.nations.model import Nations

FAMILY = Path(actions.__file__).parent
README = (FAMILY / "README.md").read_text(encoding="utf-8")
KERNEL = FAMILY.parents[1] / "core" / "words" / "en.md"
WORDS = Words.load(KERNEL, *(FAMILY / "words" / "en" / f"{name}.md" for name in ("game", "actions")))
RULES = rulebook(WORDS)
A, B, C = "Britain", "France", "Russia"


def table(heading: str, first: str) -> list[list[str]]:
    """The rows below the header of the table of a section whose first column is called ``first``."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in section.splitlines() if line[:1] == "|"
    ]
    start = next(at for at, row in enumerate(rows) if row[0] == first)
    return rows[start + 2 :]


def ticked(cell: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", cell))


def board(*effects: Effect) -> Board:
    """A board with three nations and some ties."""
    made = Board(relations(WORDS))
    made.apply([Fact(name, "kind", NATION) for name in (A, B, C)])
    made.apply(effects)
    return made


def move(action: str, target: str = B, text: str = "Good day.") -> Move:
    values = {"target": target, "text": text}
    return Move(A, action, {entry.name: values[entry.name] for entry in RULES[action].takes})


ACTIONS = {ticked(row[0]).pop(): row[1:] for row in table("What a nation can do", "action")}


def test_the_table_lists_the_nineteen_actions_in_their_order() -> None:
    assert list(ACTIONS) == list(RULES)
    assert len(ACTIONS) == 19


@pytest.mark.parametrize("name", RULES)
def test_inputs_are_as_the_table_says(name: str) -> None:
    taken = [entry.name for entry in RULES[name].takes]
    assert ACTIONS[name][0] == (", ".join(taken) or "–")
    kinds = {entry.name: entry.kind for entry in RULES[name].takes}
    assert kinds == {key: TEXT if key == "text" else NATION for key in taken}
    assert [entry.limit for entry in RULES[name].takes if entry.kind == TEXT] == ([400] if "text" in taken else [])


AUDIENCES: Mapping[str, tuple[object, object, object]] = {
    "itself": ((A,), (A,), (A,)),
    "the two": ((A, B), (A, B), (A, B)),
    "everyone": (EVERYONE, EVERYONE, EVERYONE),
    "the two; if published, everyone": ((A, B), EVERYONE, (A, B)),
    'the two; if to "everyone", everyone': ((A, B), (A, B), EVERYONE),
}
"""Who learns of an act whose pact is secret; whose pact is published; that is directed at everyone."""


@pytest.mark.parametrize("name", RULES)
def test_those_learn_of_it_whom_the_table_names(name: str) -> None:
    pact = name.partition("_")[2]
    secret = board(*([Tie(pact, A, B)] if pact in PACTS else []))
    public = board(*([Tie(pact, A, B), Tie(published(pact), A, B)] if pact in PACTS else []))
    heard = RULES[name].publicity
    to_all = move(name, EVERYONE) if name == "send_message" else move(name)
    assert (heard(move(name), secret), heard(move(name), public), heard(to_all, secret)) == AUDIENCES[ACTIONS[name][1]]


@pytest.mark.parametrize("name", RULES)
def test_requests_and_answers_are_marked(name: str) -> None:
    verb, _, pact = name.partition("_")
    marked = {"yes": (asked(pact), ""), "it is one": ("", asked(pact)), "no": ("", "")}
    assert (RULES[name].asks, RULES[name].answers) == marked[ACTIONS[name][2]]
    assert (verb == "request") == (ACTIONS[name][2] == "yes")


STATES: Mapping[str, tuple[Effect, ...]] = {
    "nothing": (),
    "war": (Tie("war", A, B),),
    **{f"secret {pact}": (Tie(pact, A, B),) for pact in PACTS},
    **{f"published {pact}": (Tie(pact, A, B), Tie(published(pact), A, B)) for pact in PACTS},
    "it asked for an alliance": (Tie("alliance_asked", A, B),),
    "it asked for a treaty": (Tie("treaty_asked", A, B),),
    "at war, it asked for peace": (Tie("war", A, B), Tie("peace_asked", A, B)),
    "it was asked for an alliance": (Tie("alliance_asked", B, A),),
    "it was asked for a treaty": (Tie("treaty_asked", B, A),),
    "at war, it was asked for peace": (Tie("war", A, B), Tie("peace_asked", B, A)),
}
ALLOWED = {row[0]: ticked(row[1]) for row in table("What may follow what", "between the two")}
TOWARDS = {name for name, action in RULES.items() if action.takes and name != "send_message"}


def legal(*effects: Effect) -> set[str]:
    """What A may do towards B on a board."""
    stands = board(*effects)
    return {name for name in TOWARDS if not objections(move(name), stands, RULES)}


def test_every_row_allows_what_the_rules_allow() -> None:
    assert {state: legal(*effects) for state, effects in STATES.items()} == ALLOWED


def tied(*states: str) -> set[str]:
    return {effect.relation for state in states for effect in STATES[state] if isinstance(effect, Tie)}


def together() -> list[tuple[str, str]]:
    """Pairs of rows that can hold at once: no sequence of acts leads to a war beside a pact or another open request."""
    apart = {*PACTS, "alliance_asked", "treaty_asked"}
    pairs = combinations([state for state in STATES if state != "nothing"], 2)
    return [pair for pair in pairs if "war" not in tied(*pair) or not tied(*pair) & apart]


@pytest.mark.parametrize(("one", "other"), together())
def test_two_rows_together_allow_what_the_text_says(one: str, other: str) -> None:
    stands = tied(one, other)
    needs_one = {name for name in TOWARDS if name.split("_")[0] in ("accept", "reject", "publish", "betray")}
    if {published(pact) for pact in PACTS} & stands:
        needs_one -= {f"publish_{pact}" for pact in PACTS if published(pact) in stands}
    allowed = (ALLOWED[one] & ALLOWED[other]) | ((ALLOWED[one] | ALLOWED[other]) & needs_one)
    assert legal(*STATES[one], *STATES[other]) == allowed


def test_nothing_else_decides_what_is_legal() -> None:
    elsewhere = (Tie("war", A, C), Tie("alliance", B, C), Tie("treaty_asked", C, A), Fact(A, "mobilised", True))
    assert legal(*elsewhere) == legal()


def test_waiting_and_messages_are_always_legal_and_mobilization_is_done_once() -> None:
    for effects in STATES.values():
        assert not objections(move("wait"), board(*effects), RULES)
        assert not objections(move("send_message"), board(*effects), RULES)
    assert not objections(move("mobilize"), board(), RULES)
    again = objections(move("mobilize"), board(Fact(A, "mobilised", True)), RULES)
    assert [objection.key for objection in again] == ["already mobilised"]


# -- acts of the same round ------------------------------------------------------------------------------------------

type Acts = Sequence[tuple[str, str, str]]
"""(actor, action, target)."""


@dataclass(frozen=True)
class Script:
    """Does in each round what it was told to do."""

    rounds: Sequence[Acts]
    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        me, now = request.view.actor, int(request.view.time)
        acts = self.rounds[now - 1] if now <= len(self.rounds) else ()
        return Reply(tuple(Move(me, action, {"target": target}) for actor, action, target in acts if actor == me))


@dataclass(frozen=True)
class Case:
    """Acts of earlier rounds, those that meet in the last one, and what comes of them.

    ``fail`` lists those that come to nothing, ``open`` (asker, asked), ``heard`` how many acts a third nation is told.
    """

    meet: Acts
    before: Sequence[Acts] = ()
    fail: Acts = ()
    stand: Sequence[str] = ()
    open: Sequence[tuple[str, str, str]] = ()
    heard: int = 0


def ask(pact: str, actor: str = A, target: str = B) -> tuple[str, str, str]:
    return (actor, f"request_{pact}", target)


def take(pact: str, actor: str = B, target: str = A) -> tuple[str, str, str]:
    return (actor, f"accept_{pact}", target)


ALLIED: Sequence[Acts] = ([ask("alliance")], [take("alliance")])
PUBLIC: Sequence[Acts] = (*ALLIED, [(A, "publish_alliance", B)])
MUTUAL: Sequence[Acts] = ([ask("alliance"), ask("alliance", B, A)],)
WAR: Acts = [(B, "declare_war", A)]
CASES: Mapping[str, Sequence[Case]] = {
    "mutual requests": [
        Case(MUTUAL[0], open=[("alliance", A, B), ("alliance", B, A)]),
    ],
    "crossing acceptances": [
        Case([take("alliance"), take("alliance", A, B)], MUTUAL, stand=["alliance"]),
    ],
    "acceptance against rejection of the mutual request": [
        Case([take("alliance"), (A, "reject_alliance", B)], MUTUAL, stand=["alliance"]),
    ],
    "request against request for another pact": [
        Case([ask("alliance"), ask("treaty", B, A)], open=[("alliance", A, B), ("treaty", B, A)]),
    ],
    "acceptance against war between the two": [
        Case(
            [take("alliance", A, B), (A, "publish_alliance", B), *WAR],
            [[ask("alliance", B, A)]],
            fail=[take("alliance", A, B), (A, "publish_alliance", B)],
            stand=["war"],
            heard=1,
        ),
        Case([take("treaty"), (A, "declare_war", B)], [[ask("treaty")]], fail=[take("treaty")], stand=["war"], heard=1),
    ],
    "request against war between the two": [
        Case([ask("treaty"), *WAR], fail=[ask("treaty")], stand=["war"], heard=1),
        Case([*WAR, ask("peace", B, A)], fail=[ask("peace", B, A)], stand=["war"], heard=1),
    ],
    "rejection against war between the two": [
        Case([(A, "reject_treaty", B), *WAR], [[ask("treaty", B, A)]], stand=["war"], heard=1),
    ],
    "fresh alliance against war on one of the two": [
        Case([take("alliance"), (C, "declare_war", A)], [[ask("alliance")]], stand=["alliance"], heard=1),
    ],
    "two betrayals": [
        Case([(A, "betray_alliance", B), (B, "betray_alliance", A)], ALLIED),
        Case([(A, "betray_alliance", B), (B, "betray_alliance", A)], PUBLIC, heard=2),
    ],
    "betrayal by one, declaration by the other": [
        Case([(A, "betray_alliance", B), *WAR], ALLIED, fail=[("", "", "")]),
    ],
    "betrayal and declaration by the same nation": [
        Case([(A, "betray_alliance", B), (A, "declare_war", B)], ALLIED, stand=["war"], heard=1),
        Case([(A, "betray_alliance", B), (A, "declare_war", B)], PUBLIC, stand=["war"], heard=2),
    ],
    "two declarations": [
        Case([(A, "declare_war", B), *WAR], stand=["war"], heard=2),
    ],
    "publication against betrayal": [
        Case([(A, "betray_alliance", B), (B, "publish_alliance", A)], ALLIED, heard=2),
    ],
    "two publications": [
        Case([(A, "publish_alliance", B), (B, "publish_alliance", A)], ALLIED, stand=["alliance"], heard=2),
    ],
    "acceptance and publication by the same nation": [
        Case([take("treaty"), (B, "publish_treaty", A)], [[ask("treaty")]], stand=["treaty"], heard=1),
    ],
    "peace accepted, and a betrayal of it by the same nation": [
        Case([take("peace"), (B, "betray_peace", A)], [WAR, [ask("peace")]]),
    ],
}


def test_every_row_on_acts_that_meet_has_its_cases() -> None:
    assert [row[0] for row in table("Acts of the same round", "in the same round")] == list(CASES)


@pytest.mark.parametrize(("row", "case"), [(row, case) for row, cases in CASES.items() for case in cases])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_acts_of_the_same_round_come_to_what_the_table_says(row: str, case: Case, seed: int) -> None:
    rounds = [*case.before, case.meet]
    world = Nations(mind=Script(rounds), variants="no_pacts", trigger="none", rng=seed, rounds=len(rounds))
    while world.running:
        world.step()
    now = [event for event in world.chronicle if event.time == len(rounds) and event.move and len(event.audience) > 0]
    if row == "betrayal by one, declaration by the other":  # its own secretary strikes the declaration out
        assert [plan.struck[0][0].action for _, _, plan in world.plans if plan.struck] == ["declare_war"]
    else:
        assert sorted(told(event) for event in now if event.failed) == sorted(case.fail)
        assert sorted(told(event) for event in now) == sorted(case.meet)
    relevant = ("war", *PACTS)
    for known in (world.board, world.seats[A].board, world.seats[B].board):
        assert [relation for relation in relevant if known.tied(relation, A, B)] == list(case.stand)
        opened = [(pact, a, b) for pact in PACTS for a, b in ((A, B), (B, A)) if known.tied(asked(pact), a, b)]
        assert sorted(opened) == sorted(case.open)
    assert sum("Serbia" in event.audience for event in now) == case.heard


def told(event: Event) -> tuple[str, str, str]:
    assert event.move is not None
    return (event.move.actor, event.move.action, str(event.move.target))
