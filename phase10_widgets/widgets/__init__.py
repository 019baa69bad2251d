"""What people see in a notebook. Everything here needs anywidget and ipywidgets; nothing below imports it."""
