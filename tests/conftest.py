"""What all tests share: this folder is on the path, so ``toys`` and ``conformance`` can be imported."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden playthroughs anew")
