"""Tables online: doors and a store for the tables of ``bornes.tables``, and no rules of its own."""
