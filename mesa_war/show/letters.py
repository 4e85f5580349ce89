"""The letters of pictures: which fonts, how large a text is, and how any text becomes one that can be drawn."""

from textwrap import wrap
from typing import TYPE_CHECKING, Literal
from unicodedata import east_asian_width

from mesa_war.core.actions import one_line
from mesa_war.show.box import Point

if TYPE_CHECKING:
    from matplotlib.font_manager import FontProperties

type Weight = Literal["normal", "bold"]

FONTS = (
    "DejaVu Sans",
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei"),
    *("WenQuanYi Zen Hei", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "SimHei", "Arial Unicode MS"),
)
"""Fonts by preference; a sign the first lacks is taken from the next that is installed and has it."""
LINE = 1.22
"""Distance of lines of text, in heights of the font."""


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
        """Any text as at most so many lines of so many characters (half as many wide ones), of signs that can be drawn.

        White space is folded; signs that steer instead of show (control and direction marks, lone surrogates) are left
        out; a sign that no installed font has becomes a small square. Nothing may be left.
        """
        shown = "".join(sign for sign in one_line(text) if sign.isprintable())
        shown = "".join(sign if sign.isascii() or self._has(sign) else "□" for sign in shown)
        if any(east_asian_width(sign) in "WF" for sign in shown):
            width = max(2, width // 2)
        return "\n".join(wrap(shown, width, max_lines=lines, placeholder="…"))

    def cut(self, text: str, room: float, size: float, weight: Weight = "normal") -> str:
        """Any text as one line at most so many points wide, its end cut off where it is longer."""
        shown = self.fit(text, 400)
        while self.size_of(shown, size, weight)[0] > room and len(shown) > 1:
            shown = shown.rstrip("…")[:-1].rstrip() + "…"
        return shown

    def _has(self, sign: str) -> bool:
        from matplotlib.font_manager import FontProperties, findfont, get_font

        return any(get_font(findfont(FontProperties(family=[name]))).get_char_index(ord(sign)) for name in self.family)
