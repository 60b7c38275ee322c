"""Tests of `bornes.base`."""
