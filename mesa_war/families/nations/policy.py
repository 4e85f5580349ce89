"""The rule-based mind of nations."""

from dataclasses import dataclass

from mesa_war.core.events import Origin
from mesa_war.core.mind import Reply, Request


@dataclass(frozen=True, slots=True)
class DoctrineMind:
    """Placeholder until the expected-utility baseline is in."""

    waits = False
    origin = Origin.MIND

    def answer(self, request: Request) -> Reply:
        """No moves."""
        return Reply()
