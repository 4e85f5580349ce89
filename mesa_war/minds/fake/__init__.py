"""A fake model provider: an OpenAI-compatible server on loopback, scripted, seeded, with a log of its calls."""

from mesa_war.minds.fake.log import CallLog, LoggedCall
from mesa_war.minds.fake.replies import parse_faults
from mesa_war.minds.fake.script import Rule, Script, load_script
from mesa_war.minds.fake.server import CALL_HEADER, FakeProvider, serve

__all__ = [
    "CALL_HEADER",
    "CallLog",
    "FakeProvider",
    "LoggedCall",
    "Rule",
    "Script",
    "load_script",
    "parse_faults",
    "serve",
]
