"""Tables online: a server that runs the tables of ``bornes.tables``, with doors and a store around them."""
