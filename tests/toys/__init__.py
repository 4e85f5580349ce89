"""Five toy models of a few dozen lines each, to prove that the kernel knows no family."""

from toys.apple import Apple
from toys.control import Control
from toys.ledger import Ledger
from toys.rumour import Rumour
from toys.treaties import Treaties

TOYS = (Treaties, Control, Apple, Rumour, Ledger)
