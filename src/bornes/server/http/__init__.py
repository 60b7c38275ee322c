"""The entry points of the server: what the service does, over HTTP and WebSockets."""
