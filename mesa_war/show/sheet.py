"""A sheet of paper measured in points (1/72 inch): its letters, lines and boxes, and how it is saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Literal

from mesa_war.core.actions import one_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

type Point = tuple[float, float]
type Dashes = tuple[float, ...]
type Weight = Literal["normal", "bold"]

FONTS = (
    "DejaVu Sans",
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei"),
    *("WenQuanYi Zen Hei", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "SimHei", "Arial Unicode MS"),
)
"""Fonts by preference; a sign the first lacks is taken from the next that is installed and has it."""

INK, GREY, PALE = "#1a1a1a", "#6e6e6e", "#a8a8a8"
DOTS_PER_INCH = 200
LINE = 1.22
"""Distance of lines of text, in heights of the font."""


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


class Letters:
    """The fonts that are installed: they measure text, and make foreign text fit to be drawn."""

    def __init__(self) -> None:
        from matplotlib.font_manager import get_font_names

        installed = set(get_font_names())
        self.family = [name for name in FONTS if name in installed]

    def font(self, size: float, weight: Weight = "normal") -> "FontProperties":
        """The fonts at a size in points."""
        from matplotlib.font_manager import FontProperties

        return FontProperties(family=self.family, size=size, weight=weight)

    def size_of(self, text: str, size: float, weight: Weight = "normal") -> tuple[float, float]:
        """Width and height of drawn text in points."""
        from matplotlib.textpath import text_to_path

        font, lines = self.font(size, weight), text.split("\n")
        widths = [text_to_path.get_text_width_height_descent(line, font, ismath=False)[0] for line in lines]
        return max(widths), size * (0.75 + LINE * (len(lines) - 1))

    def heart_of(self, sign: str, size: float, weight: Weight = "bold") -> Point:
        """Where the middle of the ink of a sign lies, from the start of its base line."""
        from matplotlib.textpath import text_to_path

        corners, _ = text_to_path.get_text_path(self.font(size, weight), sign, ismath=False)
        if len(corners) == 0:
            return 0.0, 0.0
        scale = size / text_to_path.FONT_SCALE
        xs, ys = [x * scale for x, _ in corners], [y * scale for _, y in corners]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def fit(self, text: str, width: int = 40, lines: int = 1) -> str:
        """Any text as at most so many lines of so many characters, of signs that can be drawn.

        White space is folded; signs that steer instead of show (control and direction marks, lone surrogates) are left
        out; a sign that no installed font has becomes a small square.
        """
        shown = "".join(sign for sign in one_line(text) if sign.isprintable())
        shown = "".join(sign if sign.isascii() or self._has(sign) else "□" for sign in shown)
        return "\n".join(wrap(shown, width, max_lines=lines, placeholder="…")) or "·"

    def _has(self, sign: str) -> bool:
        from matplotlib.font_manager import FontProperties, findfont, get_font

        return any(get_font(findfont(FontProperties(family=[name]))).get_char_index(ord(sign)) for name in self.family)


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
        halo: bool = False,
        layer: float = 6,
    ) -> None:
        """Text that has been made to fit, its middle at this height."""
        from matplotlib.patheffects import withStroke

        lines = text.split("\n")
        base = y + size * (LINE * (len(lines) - 1) / 2 - 0.36)
        for number, line in enumerate(lines):
            self.axes.text(
                x,
                base - number * size * LINE,
                line,
                fontproperties=self.letters.font(size, weight),
                color=colour,
                ha=align,
                va="baseline",
                parse_math=False,
                usetex=False,
                rotation=0,
                zorder=layer,
                path_effects=[withStroke(linewidth=2.2, foreground="white")] if halo else [],
            )

    def sign(self, x: float, y: float, sign: str, *, size: float, colour: str, layer: float) -> None:
        """A short sign whose ink is centred on a point, in bold."""
        dx, dy = self.letters.heart_of(sign, size)
        self.write(x - dx, y - dy + 0.36 * size, sign, size=size, colour=colour, weight="bold", align="left", layer=layer)

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
                [x for x, _ in points],
                [y for _, y in points],
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
        self, x: float, y: float, shape: object, *, size: float, fill: str, edge: str, layer: float, width: float = 1
    ) -> None:
        """A matplotlib marker of a size in points."""
        from matplotlib.lines import Line2D

        marker = Line2D([x], [y], linestyle="", marker=shape, markersize=size, zorder=layer, clip_on=False)  # type: ignore[arg-type]
        marker.set(markerfacecolor=fill, markeredgecolor=edge, markeredgewidth=width, fillstyle="full")
        self.axes.add_line(marker)

    def box(
        self, box: Box, *, fill: str, edge: str, width: float = 1, round: float = 0, dashed: bool = False, layer: float = 5
    ) -> None:
        """A rectangle, its corners rounded by so many points."""
        from matplotlib.patches import FancyBboxPatch

        style = f"round,pad=0,rounding_size={round}" if round else "square,pad=0"
        patch = FancyBboxPatch((box.left, box.bottom), box.w, box.h, boxstyle=style, clip_on=False)
        patch.set(facecolor=fill, edgecolor=edge, linewidth=width, linestyle=(0, (3, 2)) if dashed else "-", zorder=layer)
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
