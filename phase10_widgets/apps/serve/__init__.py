"""A server for a class: a start page, the app, lessons, odds and replays, all through Voilà."""
