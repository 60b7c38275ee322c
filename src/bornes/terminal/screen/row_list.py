"""The list that screens of rows and the home screen show: Textual's, in windows of every size."""

from __future__ import annotations

from textual.widgets import OptionList


class RowList(OptionList):
    """A list of which one row is marked; in a window without room for any, it goes no page further."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say whether a key does something: PgUp and PgDn only where rows have lines, among which Textual looks."""
        return bool(self.scrollable_content_region) or not action.startswith("page_")
