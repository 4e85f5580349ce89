"""Points and boxes on the paper."""

from dataclasses import dataclass
from math import hypot

type Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its middle, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        """Its left edge."""
        return self.x - self.w / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w / 2

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y - self.h / 2

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.y + self.h / 2

    def grown(self, by: float) -> "Box":
        """The same, wider by this on every side."""
        return Box(self.x, self.y, self.w + 2 * by, self.h + 2 * by)

    def holds(self, point: Point, margin: float = 0) -> bool:
        """Whether a point lies inside, or no farther outside than the margin."""
        return abs(point[0] - self.x) <= self.w / 2 + margin and abs(point[1] - self.y) <= self.h / 2 + margin


def length(a: Point, b: Point) -> float:
    """Distance on the paper."""
    return hypot(b[0] - a[0], b[1] - a[1])
