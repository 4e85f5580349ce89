"""Wrong scripts, faults and options of the fake provider are refused with one clear message."""

from pathlib import Path
from typing import Any

import pytest

from mesa_war.minds.fake import FakeProvider
from mesa_war.minds.fake.script import load_script


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (
            "[[rules]]\nreply = 'x'\n[[rules]]\nreplly = 'x'",
            "script.toml: rule 2: unknown key 'replly'; allowed: call,",
        ),
        ("[[rules]]\nreply = 'x'\ntimes = 0", "rule 1: key 'times': .*greater than or equal to 1; it is 0"),
        ("[[rules]]\nreply = 'x'\ntimes = '3'", "rule 1: key 'times': .*valid integer; it is '3'"),
        ("[[rules]]\nmatch = '('\nreply = 'x'", "rule 1: key 'match': .*valid regular expression; it is '\\('"),
        ("[[rules]]\nper = 'actor'\nreply = 'x'", "rule 1: key 'per': .*'rule' or 'request'; it is 'actor'"),
        (
            "[[rules]]\nreply = 'x'\nhang = true",
            "rule 1: reply and hang exclude each other; allowed: one of reply, rep",
        ),
        ("[[rules]]\nmatch = 'x'", "rule 1: nothing to do; allowed: one of reply, .*latency"),
        ("[[rules]]\nreply = 'x'\nbody = 'y'", "rule 1: 'body' is allowed only beside 'status'"),
        ("[[rules]]\nhang = true\nlatency = 1", "rule 1: latency would do nothing beside hang"),
        ("[[rules]]\nreplies = []", "rule 1: key 'replies': .*at least 1 item"),
        ("[[rule]]\nreply = 'x'", "the script: unknown key 'rule'; allowed: rules"),
        ("rules = 3", "the script: key 'rules': .*valid list; it is 3"),
        ("rules = [3]", "rule 1: the rule: .*; it is 3"),
        ("[[rules", "script.toml: the script is not valid TOML"),
    ],
)
def test_a_wrong_script_says_where_and_what(tmp_path: Path, script: str, complaint: str):
    file = tmp_path / "script.toml"
    file.write_text(script)
    with pytest.raises(ValueError, match=complaint):
        FakeProvider(script=file)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"faults": ["430"]}, "fault '430': allowed is NAME=SHARE"),
        ({"faults": ["slow=0.1"]}, "fault 'slow' is unknown; allowed: an HTTP status from 400 to 599, close, empty"),
        ({"faults": ["200=0.1"]}, "fault '200' is unknown"),
        ({"faults": ["429=1.5"]}, "fault '429': the share 1.5 is not allowed"),
        ({"faults": ["429=nan"]}, "share nan is not allowed"),
        ({"faults": ["429=0.1", "429=0.2"]}, "'429' is given twice"),
        ({"faults": {"429": 0.7, "hang": 0.6}}, "sum to 1.3"),
        ({"script": "absent.toml"}, "absent.toml: the script cannot be read: No such file"),
        ({"port": 70000}, "port 70000 is not allowed"),
        ({"latency": -1.0}, "latency -1.0 is not allowed"),
    ],
)
def test_wrong_options_are_refused_at_once(options: dict[str, Any], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        FakeProvider(**options)


def test_all_complaints_about_a_script_come_at_once(tmp_path: Path):
    file = tmp_path / "script.toml"
    file.write_text("[[rules]]\nreplly = 'x'\n[[rules]]\nstatus = 'x'")
    with pytest.raises(ValueError, match=r"rule 1: unknown key 'replly'[^\n]*\n[^\n]*rule 2: key 'status'"):
        load_script(file)
