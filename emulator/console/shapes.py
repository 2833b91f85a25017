#!/usr/bin/python3
"""Writes the console's TypeScript types of the admin API: one for each schema of its OpenAPI description.

usage: shapes.py

tests/tidy compares the written file with the description. The build does not need the types: esbuild drops them.
"""
import json
from pathlib import Path

OPENAPI = "emulator/admin/openapi.json"
SHAPES = "emulator/console/page/api/shapes.ts"
# Schemas of DynamoDB's own shapes, which api/types.ts has.
IMPORTED = {"AttributeValue": "Value as AttributeValue", "Item": "Item"}
HEAD = f"""// The admin API's replies and requests. Written by ./dev shapes from {OPENAPI}. Edits are lost.
import type {{ {", ".join(IMPORTED.values())} }} from './types';
"""
COLUMNS = 140
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
SIGNS = {"allOf": " & ", "anyOf": " | ", "oneOf": " | "}


def referenced(schema):
    """The name of the schema that `schema` refers to; "" if it is not a reference."""
    return schema.get("$ref", "").rpartition("/")[2]


def union(texts, sign=" | "):
    return sign.join(dict.fromkeys(texts))


def array_type(schema):
    items = type_of(schema.get("items", {}))
    if "minItems" in schema and schema["minItems"] == schema.get("maxItems"):
        return f"[{', '.join([items] * schema['minItems'])}]"
    is_compound = not items.startswith("{") and (" | " in items or " & " in items)
    return f"({items})[]" if is_compound else f"{items}[]"


def object_type(schema):
    if schema.get("properties"):
        return f"{{ {'; '.join(members(schema['properties'], schema.get('required', [])))} }}"
    others = schema.get("additionalProperties", False)
    if others is False:
        return "object"
    return f"Record<string, {'unknown' if others is True else type_of(others)}>"


def type_of(schema):
    """The TypeScript type of a schema, in one line."""
    if schema.get("nullable"):
        return union([type_of({**schema, "nullable": False}), "null"])
    if "$ref" in schema:
        return referenced(schema)
    if "enum" in schema:
        return union(f"'{value}'" if isinstance(value, str) else json.dumps(value) for value in schema["enum"])
    for name, sign in SIGNS.items():
        if name in schema:
            return union(map(type_of, schema[name]), sign)
    if schema.get("type") == "array":
        return array_type(schema)
    if schema.get("type") == "object":
        return object_type(schema)
    return SIMPLE.get(schema.get("type"), "unknown")


def members(properties, required):
    return [f"{name}{'' if name in required else '?'}: {type_of(schema)}" for name, schema in properties.items()]


def filled(texts):
    """The members in lines of at most COLUMNS columns, as far as they fit."""
    lines = [""]
    for text in texts:
        if lines[-1] and len(lines[-1]) + len(text) + 2 > COLUMNS:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else '  '}{text};"
    return lines


def interface(name, bases, properties, required):
    texts = members(properties, required)
    head = f"export interface {name}{' extends ' + ', '.join(bases) if bases else ''} {{"
    one = f"{head} {'; '.join(texts)} }}"
    return one if len(one) <= COLUMNS else "\n".join([head, *filled(texts), "}"])


def declaration(name, schemas):
    """The interface of a schema of an object, a type of another one. A schema that extends another one by `allOf`
    repeats the properties that it makes required."""
    schema = schemas[name]
    parts = schema.get("allOf", [schema])
    bases = [referenced(part) for part in parts if "$ref" in part]
    own = [part for part in parts if "$ref" not in part]
    properties, required = {}, set()
    for part in own:
        properties.update(part.get("properties", {}))
        required.update(part.get("required", []))
    if not properties and not (bases and required):
        return f"export type {name} = {type_of(schema)};"
    inherited = {}
    for base in bases:
        inherited.update(schemas[base]["properties"])
    promoted = {name: inherited[name] for name in inherited if name in required and name not in properties}
    return interface(name, bases, {**promoted, **properties}, required)


def text_of(openapi):
    """The text of the file, from the parsed description."""
    schemas = openapi["components"]["schemas"]
    return HEAD + "\n" + "".join(declaration(name, schemas) + "\n" for name in schemas if name not in IMPORTED)


def main():
    root = Path(__file__).resolve().parents[2]
    (root / SHAPES).write_text(text_of(json.loads((root / OPENAPI).read_text())))


if __name__ == "__main__":
    main()
