"""SVG pictures of puzzles and arrangements."""
