"""Tests of `bornes.store`."""
