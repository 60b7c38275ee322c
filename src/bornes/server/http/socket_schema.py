"""The JSON Schema of what goes through sockets and streams: that of a table, and what a server adds."""

from __future__ import annotations

from typing import Any

import msgspec

from ...client.protocol import PROTOCOL_VERSION, ErrorMessage, Hello, HintRequest, LobbyMessage, React, Welcome

REF = "#/$defs/{name}"


def socket_schema(tables: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a table's messages and commands with those of the server's own."""
    kinds = (Hello, React, HintRequest, Welcome, ErrorMessage, LobbyMessage)
    (hello, react, hint, welcome, failed, lobby), parts = msgspec.json.schema_components(kinds, ref_template=REF)
    defs = {**tables["$defs"], **parts}
    defs["SocketCommand"] = {"anyOf": [hello, {"$ref": "#/$defs/Command"}, react, hint]}
    defs["SocketMessage"] = {"anyOf": [{"$ref": "#/$defs/Message"}, welcome, failed]}
    defs["LobbyMessage"] = lobby
    return {
        "$schema": tables["$schema"],
        "title": f"Bornes online, protocol {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("SocketMessage", "SocketCommand", "LobbyMessage")],
        "$defs": dict(sorted(defs.items())),
    }
