"""The mark on texts that are looked up later, alone: ``--help`` needs nothing else of what errors are made of."""


def N_(message: str) -> str:
    """Mark a text for the catalogues where it stands; it is translated where it is used."""
    return message
