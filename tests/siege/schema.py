"""data/protocol as it is: values are checked against it, made from it, and spoiled.

Only the keywords that schema.json uses are known; any other stops with an error, so that none is missed.
"""
import json
import pathlib
import random
import re
import string

FOLDER = pathlib.Path(__file__).parents[2] / "data" / "protocol"
KNOWN = {
    "$ref", "type", "const", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
    "items", "oneOf", "anyOf", "required", "properties", "additionalProperties", "description", "examples", "title",
    "format", "default", "uniqueItems",
}  # fmt: skip
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


class Schema:
    def __init__(self):
        self.root = json.loads((FOLDER / "schema.json").read_text())
        self.openapi = json.loads((FOLDER / "openapi.json").read_text())
        self.asyncapi = json.loads((FOLDER / "asyncapi.json").read_text())

    def definition(self, reference):
        """What `#/$defs/Name` or `schema.json#/$defs/Name` stands for."""
        return self.root["$defs"][reference.rsplit("/", 1)[1]]

    def direction(self, operation):
        """The payloads that go one way, as asyncapi.json lists them: references to definitions."""
        names = [message["$ref"].rsplit("/", 1)[1] for message in self.asyncapi["operations"][operation]["messages"]]
        return [self.asyncapi["channels"]["play"]["messages"][name]["payload"] for name in names]

    # --- checking

    def wrong(self, value, schema, where="$"):
        """None, or where and why the value does not fit."""
        unknown = schema.keys() - KNOWN
        if unknown:
            return f"{where}: the schema uses {unknown}, which this checker does not know"
        if "$ref" in schema:
            found = self.wrong(value, self.definition(schema["$ref"]), where)
            if found:
                return found
        if "type" in schema and not self.is_of_type(value, schema["type"]):
            return f"{where}: not of type {schema['type']}: {str(value)[:100]}"
        if "const" in schema and not same(value, schema["const"]):
            return f"{where}: not {schema['const']!r}: {str(value)[:100]}"
        if "enum" in schema and not any(same(value, allowed) for allowed in schema["enum"]):
            return f"{where}: none of the values: {str(value)[:100]}"
        for key in ("oneOf", "anyOf"):
            if key in schema:
                fits = sum(1 for option in schema[key] if self.wrong(value, option, where) is None)
                if fits == 0 or (key == "oneOf" and fits > 1):
                    return f"{where}: fits {fits} of {key}: {str(value)[:200]}"
        if isinstance(value, str):
            if "pattern" in schema and not re.search(schema["pattern"].replace("$", r"\Z"), value):
                return f"{where}: not the pattern: {value[:100]!r}"
            if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
                return f"{where}: {len(value)} characters"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
                return f"{where}: out of range: {value}"
        if isinstance(value, list):
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                return f"{where}: {len(value)} items"
            for number, item in enumerate(value):
                found = self.wrong(item, schema.get("items", {}), f"{where}/{number}")
                if found:
                    return found
        return self.wrong_object(value, schema, where) if isinstance(value, dict) else None

    def wrong_object(self, value, schema, where):
        for key in schema.get("required", []):
            if key not in value:
                return f"{where}: no {key}"
        for key, member in value.items():
            if key in schema.get("properties", {}):
                found = self.wrong(member, schema["properties"][key], f"{where}/{key}")
                if found:
                    return found
            elif schema.get("additionalProperties") is False:
                return f"{where}: unknown {key}"
        return None

    @staticmethod
    def is_of_type(value, names):
        for name in names if isinstance(names, list) else [names]:
            if name == "integer" and isinstance(value, int) and not isinstance(value, bool):
                return True
            if name == "number" and isinstance(value, (int, float)) and not isinstance(value, bool):
                return True
            if name in TYPES and isinstance(value, TYPES[name]):
                return True
        return False

    # --- making

    def make(self, schema, chance, known):
        """A value that fits. `known` gives values for definitions by name, such as ids that exist."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if known.get(name) and chance.random() < 0.9:
                return chance.choice(known[name])
            return self.make(self.definition(schema["$ref"]), chance, known)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return chance.choice(schema["enum"])
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.make(chance.choice(schema[key]), chance, known)
        kind = schema.get("type", "object")
        if kind == "object":
            wanted = schema.get("required", [])
            return {
                key: self.make(member, chance, known)
                for key, member in schema.get("properties", {}).items()
                if key in wanted or chance.random() < 0.3
            }
        if kind == "array":
            least = schema.get("minItems", 0)
            number = chance.randint(least, min(schema.get("maxItems", least + 3), least + 3))
            return [self.make(schema.get("items", {}), chance, known) for _ in range(number)]
        if kind == "string":
            return make_text(schema, chance)
        if kind == "boolean":
            return chance.random() < 0.5
        if kind == "null":
            return None
        least, most = schema.get("minimum", -(2**53)), schema.get("maximum", 2**53)
        near = [least, most, max(least, min(most, 0)), max(least, min(most, 3))]
        return chance.choice(near + [chance.randint(max(least, -200), max(least, min(most, 200)))])


def same(a, b):
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def make_text(schema, chance):
    if "pattern" in schema:
        shape = re.fullmatch(r"\^\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}\$", schema["pattern"])
        if not shape:
            return chance.choice(schema.get("examples", ["a"]))
        letters = [c for c in string.printable if re.match(f"[{shape[1]}]", c)]
        return "".join(chance.choices(letters, k=chance.randint(int(shape[2]), int(shape[3] or shape[2]))))
    if "examples" in schema and chance.random() < 0.7:
        return chance.choice(schema["examples"])
    size = chance.randint(schema.get("minLength", 0), min(schema.get("maxLength", 30), 30))
    return "".join(chance.choices(string.ascii_letters + " é\u4e2d\U0001f3f0", k=size))


ODD = (
    None, True, False, 0, -1, 1, 2**31, -(2**31) - 1, 2**63, 2**64, -(2**63) - 1, 10**300, 0.5, -0.0, 1e308, "", " ", "\0", "a" * 300,
    "a" * 5000, "\u200d", "\ufeff", "\u202e\u2066", "../../etc/passwd", "%00", "'; DROP TABLE users; --", "\U0001f3f0" * 200,
    [], {}, [[]], {"a": {}}, [None] * 50, "random", "bastide:nodes=99999999999999", {"type": "hello"},
)  # fmt: skip


def spoil(value, chance):
    """The same value with one thing wrong, or several."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        value = spoil_once(json.loads(json.dumps(value)), chance)
    return value


def spoil_once(value, chance):
    places = list(walk(value))
    if not places or chance.random() < 0.1:
        return chance.choice(ODD)
    holder, key = chance.choice(places)
    what = chance.randrange(5)
    if what == 0 and isinstance(holder, dict):
        del holder[key]
    elif what == 1 and isinstance(holder, dict):
        holder[chance.choice(("type", "game", "x", "", "__proto__", "a" * 200, key + "_"))] = chance.choice(ODD)
    elif what == 2 and isinstance(holder, list):
        holder.extend([holder[key]] * chance.choice((1, 5, 300)))
    elif what == 3:
        holder[key] = nested(chance.choice((5, 31, 32, 33, 500)))
    else:
        holder[key] = chance.choice(ODD)
    return value


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def walk(value):
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield value, key
        yield from walk(member)


def spoil_bytes(data, chance):
    """Damage below the level of values: cut, doubled, flipped, other bytes."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 10))):
        if not data:
            break
        at = chance.randrange(len(data))
        what = chance.randrange(5)
        if what == 0:
            del data[at:]
        elif what == 1:
            data[at] ^= 1 << chance.randrange(8)
        elif what == 2:
            data[at:at] = chance.choice((b"\0", b"\xff", b"\xed\xa0\x80", b'"', b"{", b"\\u0000", b"\\ud800", b"9" * 400, b"\xef\xbb\xbf"))
        elif what == 3:
            data[at:at] = data[at : at + 20]
        else:
            del data[at : at + chance.randint(1, 10)]
    return bytes(data)
