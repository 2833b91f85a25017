"""Alters recorded histories, so that a checker must refuse them: common parts.

A plant is a function of a history and a generator of random numbers. It returns the altered history
and a sentence about the change, or None if the history has no place for it. Operations are replaced,
never changed.
"""
import dataclasses

from history import OK, UNKNOWN


def pure_reads(history):
    return [operation for operation in history if operation.outcome == OK and not operation.writes]


def with_read(operation, key, value):
    """Returns the operation with another value of the key."""
    return dataclasses.replace(operation, reads={**operation.reads, key: value})


def replaced(history, replacements):
    """Returns the history with other operations, given as pairs of an old and a new operation."""
    new = {id(old): operation for old, operation in replacements}
    return [new.get(id(operation), operation) for operation in history]


def without_reply(history, operation):
    """Returns the operation as one of unknown outcome that ended when its server was killed."""
    end = max(each.ended for each in history if each.server == operation.server)
    return dataclasses.replace(operation, outcome=UNKNOWN, ended=max(end, operation.ended))


def choose(candidates, random):
    """Returns one of the candidates, or None."""
    return random.choice(candidates) if candidates else None
