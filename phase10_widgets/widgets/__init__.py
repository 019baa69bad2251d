"""The notebook widgets, one folder each. They need anywidget and ipywidgets; no lower layer imports them."""
