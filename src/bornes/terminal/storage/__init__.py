"""What is kept between evenings: games, who sits where, and what was chosen last."""
