"""The laboratory: deals simulated, bots measured and tuned, questions answered, environments for research."""
