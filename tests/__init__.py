"""What Bornes promises, told room by room; ``support`` holds what the tests share."""
