"""The doors: what the service does, over HTTP, sockets and streams."""
