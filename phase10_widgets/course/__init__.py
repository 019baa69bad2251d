"""The screens of the lessons: figures, questions and progress. They know no notebook and no network."""
