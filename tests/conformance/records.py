"""What holds of the record of every model (requirement B2): replay, resume, and what a changed byte does."""

import json
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree

from toys.minds import Reading

from conformance.minds import SEED, Always, Busy
from conformance.models import Model
from mesa_war.core.mind import Mind, Reply
from mesa_war.core.record import canonical, digest
from mesa_war.core.trace import CallFile, Difference, Trace
from mesa_war.core.world import World

ROUNDS = 2


def recorded(model: Model, folder: Path, mind: str | Mind, *, frozen: bool = False) -> World:
    """Run a model into, or against, the files of a folder."""
    folder.mkdir(exist_ok=True)
    trace = Trace(folder / "trace.jsonl", frozen=frozen)
    calls = CallFile(folder / "calls.jsonl", frozen=frozen)
    try:
        world = model.run(mind=mind, rng=SEED, rounds=ROUNDS, trace=trace, calls=calls)
    finally:
        calls.close()
    trace.close()
    return world


def nobody() -> Reading:
    """A reading mind whose provider must not be asked."""

    def unplugged(request) -> Reply:
        raise AssertionError(f"the provider was asked by {request.view.actor}")

    return Reading(Always(unplugged))


@contextmanager
def told(*words: str):
    """A Difference is raised, and it names the place."""
    found = ""
    try:
        yield
    except Difference as difference:
        found = str(difference)
    assert found, f"nothing was noticed; expected a difference at {words}"
    assert all(word in found for word in words), f"{found!r} does not name {words}"


def lines_of(folder: Path, name: str = "trace.jsonl") -> list[bytes]:
    return (folder / name).read_bytes().splitlines(keepends=True) if (folder / name).exists() else []


def check_replay(model: Model, folder: Path) -> None:
    """The same again from the record, without a call."""
    for name, mind, again in (("read", Reading(Busy()), nobody()), ("rules", "doctrine", "doctrine")):
        first = recorded(model, folder / name, mind)
        before = lines_of(folder / name), lines_of(folder / name, "calls.jsonl")
        second = recorded(model, folder / name, again, frozen=True)
        assert second.trace.hash == first.trace.hash
        assert second.chronicle == first.chronicle
        assert (lines_of(folder / name), lines_of(folder / name, "calls.jsonl")) == before


def check_resume(model: Model, folder: Path, most: int = 70) -> None:
    """Cut off after any line, or within any, a run goes on to the same file; of very many lines ``most`` are tried."""
    recorded(model, folder / "whole", Busy())
    whole = lines_of(folder / "whole")
    path = folder / "trace.jsonl"
    for cut in sorted({*range(0, len(whole), 1 + len(whole) // most), len(whole)}):
        torn = b"" if cut == len(whole) else whole[cut][: 1 + cut * 7 % len(whole[cut])].rstrip(b"\n")
        path.write_bytes(b"".join(whole[:cut]) + torn)
        recorded(model, folder, Busy())
        assert lines_of(folder) == whole, f"cut off after line {cut}"


def check_torn_lines(model: Model, folder: Path) -> None:
    """What a killed process left of a last line is taken away, of the trace and of the calls."""
    recorded(model, folder / "whole", Reading(Busy()))
    copytree(folder / "whole", folder / "torn")
    for name in ("trace.jsonl", "calls.jsonl"):
        (folder / "torn" / name).write_bytes((folder / "whole" / name).read_bytes()[:-9])
    recorded(model, folder / "torn", Reading(Busy()))
    for name in ("trace.jsonl", "calls.jsonl"):
        assert lines_of(folder / "torn", name) == lines_of(folder / "whole", name), name


def check_changed_bytes(model: Model, folder: Path) -> None:
    """One changed byte anywhere in a line of the trace is noticed, and the line is named."""
    recorded(model, folder, Busy())
    path, whole = folder / "trace.jsonl", lines_of(folder)
    for number, line in enumerate(whole):
        for at in {1 + number * 13 % (len(line) - 2), len(line) // 2, len(line) - 10}:
            changed = line[:at] + (b"x" if line[at : at + 1] != b"x" else b"y") + line[at + 1 :]
            path.write_bytes(b"".join([*whole[:number], changed, *whole[number + 1 :]]))
            with told(f"line {number + 1} "):
                Trace(path, frozen=True)


def check_chain(model: Model, folder: Path) -> None:
    """Lines taken out, swapped, or sealed anew by somebody clever are noticed."""
    recorded(model, folder, Busy())
    path, whole = folder / "trace.jsonl", lines_of(folder)
    middle = len(whole) // 2
    for damaged in (
        [*whole[:middle], *whole[middle + 1 :]],
        whole[1:],
        [*whole[:middle], whole[middle + 1], whole[middle], *whole[middle + 2 :]],
    ):
        path.write_bytes(b"".join(damaged))
        with told("line"):
            Trace(path, frozen=True)
    forged = [json.loads(line) for line in whole]
    plan = next(line for line in forged if line["kind"] == "plan")
    plan["thought"] = "I never thought that."
    path.write_bytes(_sealed(forged))
    with told("plan", plan["actor"], "thought"):
        recorded(model, folder, Busy(), frozen=True)


def _sealed(lines: list[dict[str, object]]) -> bytes:
    """Lines with good seals."""
    seal, out = digest("mesa-war trace 1"), []
    for line in lines:
        body = canonical({key: value for key, value in line.items() if key != "hash"})
        seal = digest(seal + body)
        out.append(f'{body[:-1]},"hash":"{seal}"}}\n')
    return "".join(out).encode()


def check_changed_replies(model: Model, folder: Path) -> None:
    """A changed letter in a reply or a prompt is noticed by replay, which names whose it was."""
    recorded(model, folder, Reading(Busy()))
    path, whole = folder / "calls.jsonl", lines_of(folder, "calls.jsonl")
    for number in {0, len(whole) // 2, len(whole) - 1}:
        for field, place in (("reply", ""), ("user", "the prompt of call")):
            data = json.loads(whole[number])
            at = len(data[field]) // 3
            data[field] = data[field][:at] + ("x" if data[field][at] != "x" else "y") + data[field][at + 1 :]
            changed = canonical(data).encode() + b"\n"
            path.write_bytes(b"".join([*whole[:number], changed, *whole[number + 1 :]]))
            with told(place, data["key"][2] if data["key"][2] != "control" else ""):
                recorded(model, folder, nobody(), frozen=True)


def check_calls_are_paid_once(model: Model, folder: Path) -> None:
    """Resumed, only those calls are made again whose reply was not on disk; replayed, none at all."""
    provider = Reading(Busy())
    recorded(model, folder / "whole", provider)
    trace, calls = lines_of(folder / "whole"), lines_of(folder / "whole", "calls.jsonl")
    by_mind = [number for number, line in enumerate(calls) if json.loads(line)["key"][2] != "control"]
    cut = by_mind[len(by_mind) // 2]
    copytree(folder / "whole", folder / "cut")
    (folder / "cut" / "calls.jsonl").write_bytes(b"".join(calls[:cut]) + calls[cut][:20])
    with told("a call is needed that is not on record"):
        recorded(model, folder / "cut", nobody(), frozen=True)
    (folder / "cut" / "trace.jsonl").write_bytes(b"".join(trace[: len(trace) // 4]) + b'{"n":')
    second = Reading(Busy())
    recorded(model, folder / "cut", second)
    lost = [tuple(json.loads(line)["key"]) for line in calls[cut:]]
    assert second.asked == [key for key in lost if key[2] != "control"]
    assert lines_of(folder / "cut") == trace
    assert lines_of(folder / "cut", "calls.jsonl") == calls
