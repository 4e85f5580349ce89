"""A sheet of paper measured in points (1/72 inch): what is written and drawn on it, and how it is saved."""

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mesa_war.show.box import Box, Point
from mesa_war.show.letters import LINE, Letters, Weight

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.markers import MarkerStyle

type Dashes = tuple[float, ...]

INK, GREY, PALE = "#1a1a1a", "#6e6e6e", "#a8a8a8"
DOTS_PER_INCH = 200


class Sheet:
    """A figure whose one set of axes covers it all: one unit is one point, from the lower left corner.

    Everything is given in full, so that a sheet looks the same under any matplotlib style; text is never read as
    mathematical markup nor handed to TeX.

    Args:
        width, height: in points.
    """

    def __init__(self, width: float, height: float, letters: Letters) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.figure: Figure = Figure(figsize=(width / 72, height / 72), dpi=100, facecolor="white", edgecolor="white")
        FigureCanvasAgg(self.figure)
        self.axes = self.figure.add_axes((0, 0, 1, 1))
        self.axes.set_axis_off()
        self.axes.set(xlim=(0, width), ylim=(0, height), autoscale_on=False)
        self.letters = letters
        self.origin: Point = (0.0, 0.0)

    def moved(self, x: float, y: float) -> "Sheet":
        """The same sheet, with everything drawn so much farther right and up."""
        twin = copy(self)
        twin.origin = (self.origin[0] + x, self.origin[1] + y)
        return twin

    def write(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 9,
        colour: str = INK,
        weight: Weight = "normal",
        align: Literal["left", "center", "right"] = "center",
        layer: float = 6,
    ) -> None:
        """Text that has been made to fit, its middle at this height."""
        lines = text.split("\n")
        base = y + size * (LINE * (len(lines) - 1) / 2 - 0.36)
        for number, line in enumerate(lines):
            self.axes.text(
                x + self.origin[0],
                base - number * size * LINE + self.origin[1],
                line,
                fontproperties=self.letters.font(size, weight),
                color=colour,
                ha=align,
                va="baseline",
                parse_math=False,
                usetex=False,
                rotation=0,
                zorder=layer,
            )

    def sign(self, x: float, y: float, sign: str, *, size: float, colour: str, layer: float) -> None:
        """A short sign whose ink is centred on a point, in bold."""
        dx, dy = self.letters.heart_of(sign, size)
        self.write(
            x - dx, y - dy + 0.36 * size, sign, size=size, colour=colour, weight="bold", align="left", layer=layer
        )

    def line(
        self,
        points: Sequence[Point],
        *,
        colour: str,
        width: float = 1,
        dashes: Dashes = (),
        opacity: float = 1,
        layer: float = 2,
    ) -> None:
        """A line through points; dashes are lengths on and off, in widths of the line."""
        from matplotlib.lines import Line2D

        self.axes.add_line(
            Line2D(
                [x + self.origin[0] for x, _ in points],
                [y + self.origin[1] for _, y in points],
                color=colour,
                linewidth=width,
                linestyle=(0, dashes) if dashes else "-",
                alpha=opacity,
                zorder=layer,
                dash_capstyle="butt",
                solid_capstyle="round",
                solid_joinstyle="round",
                marker="",
                clip_on=False,
            )
        )

    def spot(
        self,
        x: float,
        y: float,
        shape: "str | MarkerStyle",
        *,
        size: float,
        fill: str,
        edge: str,
        layer: float,
        width: float = 1,
    ) -> None:
        """A matplotlib marker of a size in points."""
        from matplotlib.lines import Line2D
        from matplotlib.markers import MarkerStyle

        x, y = x + self.origin[0], y + self.origin[1]
        style = MarkerStyle(shape, fillstyle="full") if isinstance(shape, str) else shape
        marker = Line2D([x], [y], linestyle="", marker=style, markersize=size, zorder=layer, clip_on=False)
        marker.set(markerfacecolor=fill, markeredgecolor=edge, markeredgewidth=width)
        self.axes.add_line(marker)

    def box(
        self,
        box: Box,
        *,
        fill: str,
        edge: str,
        width: float = 1,
        round: float = 0,
        dashed: bool = False,
        layer: float = 5,
    ) -> None:
        """A rectangle, its corners rounded by so many points."""
        from matplotlib.patches import FancyBboxPatch

        style = f"round,pad=0,rounding_size={round}" if round else "square,pad=0"
        corner = (box.left + self.origin[0], box.bottom + self.origin[1])
        patch = FancyBboxPatch(corner, box.w, box.h, boxstyle=style, clip_on=False)
        patch.set(
            facecolor=fill, edgecolor=edge, linewidth=width, linestyle=(0, (3, 2)) if dashed else "-", zorder=layer
        )
        self.axes.add_patch(patch)


def save(figure: "Figure", path: Path) -> None:
    """Write a figure as PNG (200 dots per inch) or SVG, by the suffix; the same figure gives the same bytes.

    Raises:
        ValueError: another suffix.
    """
    import matplotlib

    kind = path.suffix.lower().removeprefix(".")
    unsigned = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}
    if kind not in unsigned:
        raise ValueError(f"{path.name}: a figure is saved as .png or .svg")
    with matplotlib.rc_context({"svg.hashsalt": "mesa-war", "svg.fonttype": "path", "savefig.bbox": None}):
        figure.savefig(path, format=kind, dpi=DOTS_PER_INCH, metadata=unsigned[kind], facecolor="white")
