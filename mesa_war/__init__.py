"""A simulation laboratory on Mesa: language models, rules or people act for nations, players and townspeople."""
