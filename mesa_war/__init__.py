"""A simulation laboratory on Mesa: language models, rules or people act for nations, players and townspeople."""

__version__ = "0.1.0"
