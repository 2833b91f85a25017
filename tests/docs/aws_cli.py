"""As much of the AWS CLI as the documentation uses, on botocore, for machines that do not have it.

usage: aws dynamodb|dynamodbstreams OPERATION [--parameter value...] [--endpoint-url URL]
           [--region R] [--output json|text] [--query EXPRESSION] [--no-paginate]
       aws dynamodb wait table-exists|table-not-exists --table-name NAME

Values are JSON, file://PATH, or shorthand without nesting: `A=1,B=2` for a structure, several of
these or several words for a list. Exits like the CLI: 252 for a wrong command, 254 for a refusal.
"""
import datetime
import json
import os
import sys

import botocore.exceptions
import botocore.loaders
import botocore.session
import jmespath
from botocore import xform_name
from botocore.config import Config

SERVICES = ("dynamodb", "dynamodbstreams")
MODELS = botocore.loaders.create_loader()
GLOBAL_OPTIONS = {"endpoint-url", "region", "output", "query"}
# Accepted, since they change nothing here.
IGNORED_FLAGS = {"no-cli-pager", "no-verify-ssl", "debug"}
NUMBERS = {"integer": int, "long": int, "float": float, "double": float}


class UsageError(Exception):
    """The command line is wrong, or beyond this stand-in."""


def split_options(words):
    """The options of a command line: each name with the words up to the next."""
    options = {}
    name = None
    for word in words:
        if word.startswith("--") and len(word) > 2:
            name, equals, value = word[2:].partition("=")
            if name in options:
                raise UsageError(f"--{name} is given twice")
            options[name] = [value] if equals else []
        elif name is None:
            raise UsageError(f"Unknown options: {word}")
        else:
            options[name].append(word)
    return options


def from_shorthand(words, shape):
    """What shorthand stands for."""
    if shape.type_name == "list":
        return [from_shorthand([word], shape.member) for word in words]
    if len(words) != 1:
        raise UsageError(f"expected one value, got: {' '.join(words)}")
    if shape.type_name == "structure":
        pairs = [part.partition("=") for part in words[0].split(",")]
        for name, equals, _ in pairs:
            if not equals or name not in shape.members:
                raise UsageError(f"Error parsing parameter: {words[0]}")
        return {name: from_shorthand([value], shape.members[name]) for name, _, value in pairs}
    if shape.type_name == "boolean":
        return words[0].lower() == "true"
    return NUMBERS.get(shape.type_name, str)(words[0])


def value_of(words, shape):
    """The value of a parameter, by the type it has."""
    if len(words) == 1 and words[0].startswith("file://"):
        with open(words[0][len("file://") :]) as file:
            words = [file.read()]
    is_compound = shape.type_name in ("list", "map", "structure")
    if is_compound and len(words) == 1 and words[0].lstrip()[:1] in ("[", "{"):
        value = json.loads(words[0])
        return [value] if shape.type_name == "list" and isinstance(value, dict) else value
    if shape.type_name == "list" and words and words[0].lstrip().startswith("{"):
        return [json.loads(word) for word in words]
    return from_shorthand(words, shape)


def parameters_of(options, shape):
    """The parameters of an operation, from the options left."""
    members = {xform_name(name, "-"): name for name in shape.members} if shape else {}
    parameters = {}
    for option, words in options.items():
        flag = option.removeprefix("no-")
        name = members.get(option) or members.get(flag)
        if name is None or (option not in members and words):
            raise UsageError(f"Unknown options: --{option}")
        if shape.members[name].type_name == "boolean" and not words:
            parameters[name] = option in members
        else:
            parameters[name] = value_of(words, shape.members[name])
    return parameters


def call(client, operation, options):
    """The answer to an operation, all its pages in one."""
    names = {xform_name(name, "-"): name for name in client.meta.service_model.operation_names}
    if operation not in names:
        raise UsageError(f"argument operation: Invalid choice: {operation}")
    takes_one_page = options.pop("no-paginate", None) is not None
    model = client.meta.service_model.operation_model(names[operation])
    parameters = parameters_of(options, model.input_shape)
    method = xform_name(names[operation])
    if client.can_paginate(method) and not takes_one_page and "Limit" not in parameters:
        return client.get_paginator(method).paginate(**parameters).build_full_result()
    answer = getattr(client, method)(**parameters)
    answer.pop("ResponseMetadata", None)
    return answer


def wait(client, words):
    waiter, options = words[0], split_options(words[1:])
    if waiter not in ("table-exists", "table-not-exists") or "table-name" not in options:
        raise UsageError("wait is for table-exists and table-not-exists, with --table-name")
    config = {"Delay": 1, "MaxAttempts": 60}
    waiting = client.get_waiter(waiter.replace("-", "_"))
    waiting.wait(TableName=options["table-name"][0], WaiterConfig=config)


def print_text(value, name=None, columns=None):
    """Prints an answer as `--output text` does: scalars in one line by the order of their names,
    then what is nested.
    """
    label = [name.upper()] if name else []
    if isinstance(value, dict):
        if columns is None:
            columns = {key for key in value if not isinstance(value[key], (dict, list))}
        if columns:
            cells = [str(value.get(key, "")) for key in sorted(columns)]
            print("\t".join(label + cells))
        for key in sorted(set(value) - columns):
            print_text(value[key], key)
    elif isinstance(value, list) and any(isinstance(element, dict) for element in value):
        columns = {
            key
            for element in value
            for key in element
            if not isinstance(element[key], (dict, list))
        }
        for element in value:
            print_text(element, name, columns)
    elif isinstance(value, list) and any(isinstance(element, list) for element in value):
        for element in value:
            print_text(element, name)
    elif isinstance(value, list) and name:
        for element in value:
            print(f"{name.upper()}\t{element}")
    elif isinstance(value, list):
        if value:
            print("\t".join(map(str, value)))
    else:
        print(value)


def as_json(value):
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    raise TypeError(f"no JSON for {value!r}")


def print_answer(answer, output, query):
    if query is not None:
        answer = jmespath.search(query, json.loads(json.dumps(answer, default=as_json)))
    if output == "text":
        print_text(answer)
    elif output == "json":
        # An operation that answers nothing prints nothing.
        if answer or query is not None:
            print(json.dumps(answer, indent=4, ensure_ascii=False, default=as_json))
    else:
        raise UsageError(f"--output {output} is not supported; use json or text")


def execute(words):
    given = {}
    rest = []
    position = 0
    # Options of the CLI itself may stand anywhere, also before the service.
    while position < len(words):
        name = words[position].removeprefix("--")
        if words[position].startswith("--") and name in GLOBAL_OPTIONS:
            if position + 1 == len(words):
                raise UsageError(f"argument --{name}: expected one argument")
            given[name] = words[position + 1]
            position += 1
        elif not (words[position].startswith("--") and name in IGNORED_FLAGS):
            rest.append(words[position])
        position += 1
    if len(rest) < 2 or rest[0] not in SERVICES:
        raise UsageError("usage: aws dynamodb|dynamodbstreams OPERATION [--parameter value...]")
    variables = (f"AWS_ENDPOINT_URL_{rest[0].upper()}", "AWS_ENDPOINT_URL")
    endpoint = next((os.environ[name] for name in variables if os.environ.get(name)), None)
    session = botocore.session.get_session()
    session.register_component("data_loader", MODELS)
    client = session.create_client(
        rest[0],
        region_name=given.get("region") or os.environ.get("AWS_DEFAULT_REGION"),
        endpoint_url=given.get("endpoint-url", endpoint),
        config=Config(retries={"mode": "standard"}),
    )
    if rest[1] == "wait" and len(rest) > 2:
        wait(client, rest[2:])
    else:
        answer = call(client, rest[1], split_options(rest[2:]))
        print_answer(answer, given.get("output", "json"), given.get("query"))


def main(words):
    """Does what a command says; returns its exit status."""
    try:
        execute(words)
    except botocore.exceptions.ClientError as error:
        print(f"\n{error}", file=sys.stderr)
        return 254
    except (UsageError, botocore.exceptions.ParamValidationError, json.JSONDecodeError) as error:
        print(f"\naws: error: {error}", file=sys.stderr)
        return 252
    except (botocore.exceptions.BotoCoreError, OSError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 255
    return 0


def load_models():
    """Reads what every command needs, so that those of this process and its children find it read."""
    for service in SERVICES:
        session = botocore.session.get_session()
        session.register_component("data_loader", MODELS)
        session.create_client(
            service, region_name="us-east-1", aws_access_key_id="none", aws_secret_access_key="none")
