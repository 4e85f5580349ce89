"""Nations in a crisis, as a Mesa model."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any

from mesa_war.core.actions import one_line
from mesa_war.core.events import Event, Origin
from mesa_war.core.explain import fields
from mesa_war.core.game import Game
from mesa_war.core.mind import CallLog, Mind
from mesa_war.core.prompts import Prompts
from mesa_war.core.referee import Rules
from mesa_war.core.secretary import Amendment
from mesa_war.core.toml import SettingError, flag, one_of, shown
from mesa_war.core.trace import Trace
from mesa_war.core.words import Words
from mesa_war.core.world import World
from mesa_war.families.nations import reports
from mesa_war.families.nations.actions import NATION, PHASES, collisions, relations, rulebook, traits
from mesa_war.families.nations.outcome import by_round, measures, misses, scores
from mesa_war.families.nations.override import join_or_betray
from mesa_war.families.nations.picture import picture
from mesa_war.families.nations.policy import DoctrineMind
from mesa_war.families.nations.setting import NationsSetting, personas, standing, trigger_event
from mesa_war.families.picture import Picture
from mesa_war.library import setting_path
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
        override: whether who idles while an ally fights joins, or betrays it, by a coin; see ``override.py``.
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
        override: bool = False,
        anonymous: bool = True,
        language: str = "en",
        rng: Any = None,
        trace: Trace | None = None,
        calls: CallLog | None = None,
        width: int = 64,
        **changes: Any,
    ) -> None:
        self.setting = NationsSetting.load(
            setting_path(setting), variants=_several(variants), changes=_dotted(changes), language=language
        )
        self.trigger = one_of(trigger or self.setting.trigger, self.setting.triggers, "trigger", self.setting.name)
        self.levers = _levers(stance, system, analysis)
        self.naming = self.setting.naming(anonymous=flag(anonymous, "anonymous"), language=language)
        self.language, self.reader = language, self.setting.naming(anonymous=False, language=language)
        super().__init__(self._game(language), rounds=rounds, rng=rng, trace=trace, calls=calls, width=width)
        self._coming: list[Event] = [trigger_event(self.trigger, self.setting)]
        self._minds = self._by_chair(mind, chairs)
        self._seat_all(secretary, join_or_betray if flag(override, "override") else None)
        self.open(
            standing(self.setting, self.words),
            model_reporters=reports.MODEL,
            agent_reporters=reports.AGENT,
            tables=dict(reports.TABLES),
        )

    def _game(self, language: str) -> Game:
        words = _words(language)
        self.personas = personas(self.setting, words)
        folder = Path(__file__).parent / "words" / language
        return _rules(words, Prompts(folder, naming=self.naming, constants=_constants(self, words)))

    def _by_chair(self, mind: str | Mind | None, chairs: Mapping[str, str | Mind] | None) -> dict[str, str | Mind]:
        """What sits where: a mind for all, and those of single chairs over it."""
        for name in chairs or ():
            one_of(name, self.setting.actors, "nation", self.setting.name)
        return {**({} if mind is None else dict.fromkeys(self.setting.actors, mind)), **(chairs or {})}

    def _seat_all(self, secretary: str | Mind, amendment: Amendment | None) -> None:
        adviser = None if secretary in ("rules", "off") else choose(secretary, self._policy, self.seed)
        for name, persona in self.personas.items():
            mind = choose(self._minds[name], self._policy, self.seed)
            self.seat(persona, mind, talks=secretary != "off", adviser=adviser).secretary.amend = amendment

    def _policy(self) -> Mind:
        return DoctrineMind.of(self.setting.doctrine, self.levers, self.seed)

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

    @property
    def title(self) -> str:
        """What the model is called, for people."""
        return self.setting.words.sections.get(("title",), self.setting.name)

    def picture(self) -> Picture:
        """What its pictures show beyond ties."""
        return picture(self.setting)

    def measures(self) -> dict[str, float]:
        """What a study keeps of the run beside where every series ended."""
        return measures(self.chronicle, self.setting)

    def scores(self) -> dict[str, dict[str, float]]:
        """The run against the setting's ground truth, beside null models; empty where there is no truth to score by."""
        return scores(self.chronicle, self.setting, self.seed)

    def scores_by_round(self) -> list[dict[str, float]]:
        """The run's scores as it stood at the end of each round."""
        return by_round(self.chronicle, self.setting, self.round)

    def misses(self) -> dict[str, list[Any]]:
        """Which ties, wars and mobilizations were missed, and which are spurious, by pair (W12)."""
        return misses(self.chronicle, self.setting)


def _levers(stance: str, system: str | None, analysis: str | None) -> tuple[str, str]:
    """The two levers of W9; SettingError for one that does not exist."""
    return (one_of(system or stance, STANCES, "stance"), one_of(analysis or stance, STANCES, "stance"))


def _several(variants: str | Sequence[str]) -> list[str]:
    """Names of variants, however they were given."""
    if isinstance(variants, str):
        return [name for name in variants.split("+") if name]
    if not isinstance(variants, Sequence):
        raise SettingError(f'variants: expected names, as a list or joined with "+", found {shown(variants)}')
    return list(variants)


def _dotted(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of the setting with dots between levels; SettingError for what is neither parameter nor key."""
    for key in changes:
        known = [*signature(Nations).parameters, *fields(NationsSetting, ())]
        one_of(key.replace("__", ".").partition(".")[0], [name for name in known if name != "changes"], "parameter")
    return {key.replace("__", "."): value for key, value in changes.items()}


def _words(language: str) -> Words:
    """The words of the kernel and of this family in a language."""
    here = Path(__file__).parent / "words"
    one_of(language, sorted(path.name for path in here.iterdir() if path.is_dir()), "language", "the family nations")
    kernel = Path(__file__).parents[2] / "core" / "words" / f"{language}.md"
    return Words.load(kernel, here / language / "game.md", here / language / "actions.md")


def _constants(world: Nations, words: Words) -> dict[str, object]:
    """What prompts say in every round."""
    return {
        "situation": world.setting.text("situation"),
        "trigger": world.setting.text(f"trigger: {world.trigger}"),
        "public": {name: person.public for name, person in world.personas.items()},
        "system_stance": words.text("stance", f"system-{world.levers[0]}"),
        "analysis_stance": words.text("stance", f"analysis-{world.levers[1]}"),
    }


def _rules(words: Words, prompts: Prompts) -> Game:
    """The rules of this family in the words of a language."""
    return Game(
        rulebook=rulebook(words),
        relations=relations(words),
        traits=traits(words),
        words=words,
        prompts=prompts,
        referee=Rules(PHASES, collisions),
        thinks=THINKS,
    )
