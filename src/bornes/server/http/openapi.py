"""The description of the API, made from the list of its endpoints and from their types."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

from ...client.protocol import PROTOCOL_VERSION, ErrorBody
from ...i18n import available_languages
from ...rules.editions import EDITION_NAMES
from ..api_errors import ErrorCode
from ..release import RELEASE
from .routes import ENDPOINTS, JSON, Endpoint
from .static_files import SCREENS

REF = "#/components/schemas/{name}"
COMMON_ERRORS = (ErrorCode.METHOD_NOT_ALLOWED, ErrorCode.RATE_LIMITED, ErrorCode.BUSY)
BODY_ERRORS = (ErrorCode.BAD_REQUEST, ErrorCode.NOT_JSON, ErrorCode.TOO_LARGE, ErrorCode.NOT_AUTHORIZED)


SOCKETS = (
    "Tables and the lobby are live over WebSockets at /api/tables/{table}/socket and /api/lobby/socket; "
    "/api/messages.schema.json describes their messages."
)


class ExtraRoute(NamedTuple):
    """What can be read beside the endpoints: words, descriptions, and pages."""

    path: str
    about: str
    media: str
    problems: tuple[ErrorCode, ...] = ()


HTML, TEXT, SCRIPT = "text/html", "text/plain", "text/javascript"
EXTRA_ROUTES = (
    ExtraRoute("/api/openapi.json", "This description.", JSON),
    ExtraRoute("/api/messages.schema.json", "The JSON Schema of what goes through sockets.", JSON),
    ExtraRoute(
        "/api/words/{language}.json",
        "The words that a page needs for its own buttons.",
        JSON,
        problems=(ErrorCode.NOT_FOUND,),
    ),
    ExtraRoute("/healthz", "Whether the process is there.", TEXT),
    ExtraRoute("/readyz", "Whether the server takes requests and its store answers.", TEXT),
    ExtraRoute(
        "/metrics", "Figures for Prometheus, for those who may have them.", TEXT, problems=(ErrorCode.NOT_FOUND,)
    ),
    ExtraRoute("/privacy", "What this server keeps, and for how long.", HTML),
    ExtraRoute("/offline", "What a browser shows where there is no network.", HTML),
    ExtraRoute("/service-worker.js", "What shows it.", SCRIPT),
    ExtraRoute("/web/{version}/{path}", "A file of the page.", SCRIPT, problems=(ErrorCode.NOT_FOUND,)),
    *(ExtraRoute(path, "The page: here people play.", HTML) for path in SCREENS),
)


@cache
def describe_api() -> dict[str, Any]:
    """Return the description of the API, as OpenAPI 3.1."""
    types = [one for endpoint in ENDPOINTS for one in (endpoint.takes, endpoint.gives) if one not in (None, str)]
    found, parts = msgspec.json.schema_components([*types, ErrorBody], ref_template=REF)
    schemas = dict(zip([repr(one) for one in types], found, strict=False))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    paths |= {one.path: {"get": _read(one)} for one in EXTRA_ROUTES}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Bornes",
            "version": RELEASE,
            "description": f"Tables online. Protocol {PROTOCOL_VERSION}. {SOCKETS}",
        },
        "paths": paths,
        "components": {
            "schemas": dict(sorted(parts.items())),
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }


def _read(one: ExtraRoute) -> dict[str, Any]:
    """Describe something that is only read."""
    content: dict[str, Any] = {"schema": {} if one.media == JSON else {"type": "string"}}
    told: dict[str, Any] = {
        "summary": one.about,
        "operationId": _operation_id("GET", one.path),
        "parameters": _path_parameters(one.path),
        "responses": {
            "200": {"description": "Done.", "content": {one.media: content}},
            **_problems({*one.problems, *COMMON_ERRORS}),
        },
    }
    if one.path == "/readyz":  # which says what is not ready, not how to ask again
        told["responses"]["503"]["content"][one.media] = content
    return told


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": _operation_id(endpoint.method, endpoint.path),
        "parameters": [*_path_parameters(endpoint.path), *_query_parameters(endpoint)],
        "responses": _responses(endpoint, schemas),
    }
    if endpoint.takes is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[repr(endpoint.takes)]}}}
    if endpoint.secret != "none":
        told["security"] = [{"secret": []}, *([{}] if endpoint.secret == "optional" else [])]
    return told


def _operation_id(method: str, path: str) -> str:
    return method.lower() + (path.translate(str.maketrans("/.", "__", "{}")).rstrip("_") or "_home")


def _path_parameters(path: str) -> list[dict[str, Any]]:
    kinds: dict[str, dict[str, Any]] = {
        "version": {"type": "string"},
        "path": {"type": "string"},
        "table": {"type": "string"},
        "game": {"type": "integer"},
        "deal": {"type": "integer"},
        "edition": {"type": "string", "enum": list(EDITION_NAMES)},
        "clause": {"type": "string"},
        "language": {"type": "string", "enum": list(available_languages())},
    }
    named = [name for name in kinds if f"{{{name}}}" in path]
    if path in SCREENS:  # the page itself says what it makes of its address
        kinds = {key: {"type": "string"} for key in kinds}
    return [{"name": name, "in": "path", "required": True, "schema": kinds[name]} for name in named]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", "schema": {"type": kind, "minimum": 1}} for name, kind in endpoint.query]


def _responses(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {str(endpoint.status): {"description": "Done.", **_content(endpoint, schemas)}}
    problems = {*endpoint.problems, *COMMON_ERRORS, *(BODY_ERRORS if endpoint.takes is not None else ())}
    if endpoint.query:
        problems.add(ErrorCode.BAD_REQUEST)
    if endpoint.method != "GET":
        problems.add(ErrorCode.NOT_AUTHORIZED)
    return told | _problems(problems)


def _problems(problems: set[ErrorCode]) -> dict[str, Any]:
    """Return the answers to what is not done, by their status."""
    told = {}
    for status in sorted({why.status for why in problems}):
        words = ", ".join(sorted(why.word for why in problems if why.status == status))
        told[str(status)] = {
            "description": f"Not done: {words}.",
            "content": {JSON: {"schema": {"$ref": REF.format(name="ErrorBody")}}},
        }
    return told


def _content(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    if endpoint.gives is None:
        return {}
    if endpoint.gives is str:
        return {"content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"content": {JSON: {"schema": schemas[repr(endpoint.gives)]}}}
