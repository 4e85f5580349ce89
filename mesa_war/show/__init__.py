"""What can be seen of a run: in the terminal, on paper, and in the browser."""
