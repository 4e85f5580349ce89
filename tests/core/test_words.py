"""Words: sections of Markdown, later files over earlier ones."""

from pathlib import Path

import pytest

from mesa_war.core.words import Words

TEXT = """# The title

## Ada

Ada is {age}.

### goals

- bread
  and butter
- peace

## Ben
"""


@pytest.fixture
def words(tmp_path: Path) -> Words:
    (tmp_path / "en.md").write_text(TEXT, encoding="utf-8")
    return Words.load(tmp_path / "en.md")


def test_sections_are_found_by_their_headings(words: Words) -> None:
    assert words.text("title") == "The title"
    assert words.say("Ada", age=7) == "Ada is 7."
    assert words.lines("Ada", "goals") == ("bread and butter", "peace")
    assert words.lines("Ada", "fears") == ()
    assert words.under("Ada") == ("goals",)
    assert ("Ben",) in words
    assert ("Cleo",) not in words


def test_a_missing_section_is_named_with_the_files_searched(words: Words) -> None:
    with pytest.raises(KeyError, match=r"Ada / fears.*en\.md"):
        words.text("Ada", "fears")


def test_later_words_replace_whole_sections(words: Words, tmp_path: Path) -> None:
    (tmp_path / "more.md").write_text("## Ada\n\nAda rests.\n", encoding="utf-8")
    both = Words.load(tmp_path / "en.md", tmp_path / "more.md")
    assert both.text("Ada") == "Ada rests."
    assert both.lines("Ada", "goals") == ("bread and butter", "peace")
    assert Words({("Ada",): "short"}).over(words).text("Ada") == "short"
    assert Words({}).over(words).text("Ada") == words.text("Ada")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"fr\.md"):
        Words.load(tmp_path / "fr.md")
