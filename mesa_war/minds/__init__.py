"""What can sit in a chair: rules, people, recordings and language models."""
