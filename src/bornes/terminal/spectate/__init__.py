"""For spectators: bots that play, and recorded games with their review."""
