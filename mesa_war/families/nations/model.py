"""Nations in a crisis, as a Mesa model."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mesa_war.core.actions import one_line
from mesa_war.core.events import Event, Origin
from mesa_war.core.game import Game
from mesa_war.core.mind import CallLog, Mind
from mesa_war.core.prompts import Prompts
from mesa_war.core.referee import Rules
from mesa_war.core.toml import one_of
from mesa_war.core.trace import Trace
from mesa_war.core.words import Words
from mesa_war.core.world import World
from mesa_war.families.nations import reports
from mesa_war.families.nations.actions import NATION, PHASES, collisions, relations, rulebook, traits
from mesa_war.families.nations.outcome import outcome, scores, truth
from mesa_war.families.nations.policy import DoctrineMind
from mesa_war.families.nations.setting import NationsSetting, personas, standing, trigger_event
from mesa_war.library import setting_path
from mesa_war.measures.agreement import errors, score
from mesa_war.minds.choose import choose

STANCES = ("default", "aggressive", "conservative")
THINKS = {"allies": NATION, "enemies": NATION, "analysis": "text"}
"""What a decision states besides its moves: three of the four steps of W9."""


class Nations(World):
    """Governments in a crisis: each round all of them act at once, each in secret (seed 000, "WarAgent").

    Args:
        setting: the name of a model, or the path of a setting file.
        mind: who sits in every chair: ``doctrine``, ``random``, ``wait``, ``scripted:FILE``, ``local``, the id of a
            language model, or a mind.
        chairs: nation -> mind, where it differs.
        trigger: what starts the run; the setting's default when None.
        stance: default, aggressive or conservative, for both levers of W9.
        system, analysis: one lever apart; as ``stance`` when None.
        variants: names of the setting's variants, as a sequence or joined with "+".
        rounds: the most rounds.
        secretary: ``rules``, ``off``, or a mind that adds suggestions.
        anonymous: whether minds are shown anonymised names.
        language: of words and prompts.
        rng: the seed.
        trace, calls, width: see :class:`~mesa_war.core.world.World`.
        **changes: keys of the setting, with ``__`` between levels, for instance ``doctrine__temperature=0.5``.

    Raises:
        SettingError: a choice does not exist; the message says what was allowed.
    """

    def __init__(
        self,
        setting: str = "wwi",
        mind: str | Mind = "doctrine",
        *,
        chairs: Mapping[str, str | Mind] | None = None,
        trigger: str | None = None,
        stance: str = "default",
        system: str | None = None,
        analysis: str | None = None,
        variants: str | Sequence[str] = (),
        rounds: int = 10,
        secretary: str | Mind = "rules",
        anonymous: bool = True,
        language: str = "en",
        rng: Any = None,
        trace: Trace | None = None,
        calls: CallLog | None = None,
        width: int = 64,
        **changes: Any,
    ) -> None:
        chosen = [name for name in variants.split("+") if name] if isinstance(variants, str) else list(variants)
        dotted = {key.replace("__", "."): value for key, value in changes.items()}
        self.setting = NationsSetting.load(setting_path(setting), variants=chosen, changes=dotted, language=language)
        self.trigger = one_of(trigger or self.setting.trigger, self.setting.triggers, "trigger", self.setting.name)
        self.levers = _levers(stance, system, analysis)
        self.naming = self.setting.naming(anonymous=anonymous, language=language)
        self.language = language
        self.reader = self.setting.naming(anonymous=False, language=language)
        super().__init__(self._game(language), rounds=rounds, rng=rng, trace=trace, calls=calls, width=width)
        self._coming: list[Event] = [trigger_event(self.trigger, self.setting)]
        self._minds = self._by_chair(mind, chairs)
        self._seat_all(secretary)
        self.open(
            standing(self.setting, self.words),
            model_reporters=reports.MODEL,
            agent_reporters=reports.AGENT,
            tables=dict(reports.TABLES),
        )

    def _game(self, language: str) -> Game:
        """The rules of this family in the words of a language."""
        here, kernel = Path(__file__).parent / "words" / language, Path(__file__).parents[2] / "core" / "words"
        words = Words.load(kernel / f"{language}.md", here / "game.md", here / "actions.md")
        self.personas = personas(self.setting, words)
        constants = {
            "situation": self.setting.words.text("situation"),
            "public": {name: person.public for name, person in self.personas.items()},
            "system_stance": words.text("stance", f"system-{self.levers[0]}"),
            "analysis_stance": words.text("stance", f"analysis-{self.levers[1]}"),
        }
        return Game(
            rulebook=rulebook(words),
            relations=relations(words),
            traits=traits(words),
            words=words,
            prompts=Prompts(here, naming=self.naming, constants=constants),
            referee=Rules(PHASES, collisions),
            thinks=THINKS,
        )

    def _by_chair(self, mind: str | Mind | None, chairs: Mapping[str, str | Mind] | None) -> dict[str, str | Mind]:
        """What sits where: a mind for all, and those of single chairs over it."""
        for name in chairs or ():
            one_of(name, self.setting.actors, "nation", self.setting.name)
        everywhere = {} if mind is None else dict.fromkeys(self.setting.actors, mind)
        return {**everywhere, **(chairs or {})}

    def _seat_all(self, secretary: str | Mind) -> None:
        talks = secretary != "off"
        adviser = None if secretary in ("rules", "off") else choose(secretary, self._policy, self.seed)
        for name, persona in self.personas.items():
            mind = choose(self._minds[name], self._policy, self.seed)
            self.seat(persona, mind, talks=talks, adviser=adviser)

    def _policy(self) -> Mind:
        return DoctrineMind()

    def nature(self) -> Iterator[Event]:
        """The trigger at the start of the first round, and whatever a fork brings in."""
        yield from self._coming
        self._coming = []

    def amend(
        self,
        *,
        seed: int | None = None,
        mind: str | Mind | None = None,
        chairs: Mapping[str, str | Mind] | None = None,
        trigger: str | None = None,
        stance: str | None = None,
        system: str | None = None,
        analysis: str | None = None,
        inject: str | None = None,
    ) -> None:
        """Change parameters between rounds: those of the model, and ``inject``, news that reaches everyone."""
        super().amend(seed=seed)
        if stance or system or analysis:
            before = (stance, stance) if stance else self.levers
            self.levers = _levers("", system or before[0], analysis or before[1])
            self.game = self._game(self.language)
            for actor in self.seats.values():
                actor.game = self.game
        self._minds |= self._by_chair(mind, chairs)
        for name, actor in self.seats.items():
            actor.mind = choose(self._minds[name], self._policy, self.seed)
        if trigger:
            self._coming.append(trigger_event(trigger, self.setting))
        if inject:
            self._coming.append(Event(one_line(inject), origin=Origin.NATURE))

    def record(self, event: Event) -> Event:
        """Record an event, and its rows in the tables of the data collector."""
        event = super().record(event)
        for table, row in reports.rows(event):
            self.datacollector.add_table_row(table, row)
        return event

    def scores(self) -> dict[str, dict[str, float]]:
        """The run against the setting's ground truth, beside null models; empty where there is no truth to score by."""
        against = truth(self.setting)
        return scores(outcome(self.chronicle), against, self.seed) if against else {}

    def scores_by_round(self) -> list[dict[str, float]]:
        """The run's scores as it stood at the end of each round."""
        against = truth(self.setting)
        rounds = range(1, self.round + 1) if against else ()
        return [{"round": now, **score(outcome(self.chronicle, now), against)} for now in rounds if against]

    def misses(self) -> dict[str, list[Any]]:
        """Which ties, wars and mobilizations were missed, and which are spurious, by pair (W12)."""
        against = truth(self.setting)
        return {key: list(pairs) for key, pairs in errors(outcome(self.chronicle), against).items()} if against else {}


def _levers(stance: str, system: str | None, analysis: str | None) -> tuple[str, str]:
    """The two levers of W9; SettingError for one that does not exist."""
    return (one_of(system or stance, STANCES, "stance"), one_of(analysis or stance, STANCES, "stance"))
