"""What a small real model makes of the levers of stance: the 1.5B reacts to them; SmolLM2 is not asked."""

from dataclasses import replace

import pytest

from mesa_war.core.mind import Request
from mesa_war.families.nations.model import Nations
from mesa_war.minds.choose import choose
from mesa_war.minds.weights import WEIGHTS, default_folder

SAMPLES = 6
WEIGHT = default_folder() / WEIGHTS["qwen2.5-coder-1.5b"].file


def plans(stance: str) -> list[tuple[str, ...]]:
    """What Austria-Hungary would do in the first round, asked several times with other seeds of the model."""
    world = Nations("wwi", mind="wait", stance=stance, rng=1)
    world.dawn()
    world.wave = 1
    view = world.view("Austria-Hungary")
    made = []
    for seed in range(SAMPLES):
        mind = choose(f"local:{WEIGHT}?temperature=0.8&seed={seed}", lambda: pytest.fail("not the policy"), seed)
        request = Request(
            "decide",
            replace(view),
            prompts=world.game.prompts,
            words=world.words,
            extra={"thinks": world.game.thinks},
        )
        reply = mind.answer(request)
        assert reply.outcome.usable, reply
        made.append(tuple(move.action for move in reply.moves))
    return made


@pytest.mark.behaviour
@pytest.mark.skipif(not WEIGHT.exists(), reason="needs: mesa-war weights qwen2.5-coder-1.5b")
def test_the_aggressive_stance_chooses_war_more_often_than_the_conservative_one() -> None:
    hawkish, dovish = plans("aggressive"), plans("conservative")
    wars = [sum("declare_war" in plan for plan in made) for made in (hawkish, dovish)]
    print(f"aggressive {wars[0]} of {SAMPLES} with war, conservative {wars[1]} of {SAMPLES}: {hawkish} {dovish}")
    assert wars[0] > wars[1]
