"""The description of the API, made from the list of its endpoints and from their types."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ...client.protocol import PROTOCOL, Problem
from ..problems import Why
from ..release import RELEASE
from .endpoints import ENDPOINTS, JSON, Endpoint

REF = "#/components/schemas/{name}"
ALWAYS = (Why.BAD_METHOD, Why.TOO_MUCH, Why.BUSY)
WITH_BODY = (Why.BAD_REQUEST, Why.NOT_JSON, Why.TOO_LARGE, Why.NOT_YOURS)


@cache
def describe_api() -> dict[str, Any]:
    """Return the description of the API, as OpenAPI 3.1."""
    types = [one for endpoint in ENDPOINTS for one in (endpoint.takes, endpoint.gives) if one not in (None, str)]
    found, parts = msgspec.json.schema_components([*types, Problem], ref_template=REF)
    schemas = dict(zip([repr(one) for one in types], found, strict=False))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bornes", "version": RELEASE, "description": f"Tables online. Protocol {PROTOCOL}."},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(parts.items())),
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": f"{endpoint.method.lower()}{endpoint.path.replace('/', '_').replace('{', '').replace('}', '')}",
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint, schemas),
    }
    if endpoint.takes is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[repr(endpoint.takes)]}}}
    if endpoint.secret != "none":
        told["security"] = [{"secret": []}, *([{}] if endpoint.secret == "optional" else [])]
    return told


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    kinds = {"table": {"type": "string"}, "game": {"type": "integer"}, "deal": {"type": "integer"}}
    named = [name for name in kinds if f"{{{name}}}" in endpoint.path]
    return [{"name": name, "in": "path", "required": True, "schema": kinds[name]} for name in named]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", "schema": {"type": kind, "minimum": 1}} for name, kind in endpoint.query]


def _responses(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {str(endpoint.status): {"description": "Done.", **_content(endpoint, schemas)}}
    problems = {*endpoint.problems, *ALWAYS, *(WITH_BODY if endpoint.takes is not None else ())}
    if endpoint.query:
        problems.add(Why.BAD_REQUEST)
    if endpoint.method != "GET":
        problems.add(Why.NOT_YOURS)
    for status in sorted({why.status for why in problems}):
        words = ", ".join(sorted(why.word for why in problems if why.status == status))
        told[str(status)] = {
            "description": f"Not done: {words}.",
            "content": {JSON: {"schema": {"$ref": REF.format(name="Problem")}}},
        }
    return told


def _content(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    if endpoint.gives is None:
        return {}
    if endpoint.gives is str:
        return {"content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"content": {JSON: {"schema": schemas[repr(endpoint.gives)]}}}
