"""The page in the browser: its modules, and the page itself against a real server."""
