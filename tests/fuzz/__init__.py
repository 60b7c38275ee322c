"""The attacks, for the long run by command and in short in the tests."""
