"""The screens, made with Textual: the table to play at, the new game, dialogs and pages over them, and the app."""
