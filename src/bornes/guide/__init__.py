"""What every front end shows of the game: how to play, the lesson, the rules side by side, each edition in words."""
