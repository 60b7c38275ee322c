"""Tests of `bornes.guide`."""
