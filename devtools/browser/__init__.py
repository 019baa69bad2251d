"""Servers, notebook hosts and simulated players for driving browsers."""
