"""Tables online: doors and a store around the tables of ``bornes.tables``; no rules, and no second kind of table."""
