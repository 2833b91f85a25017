"""One client: a process that carries out its program on each server that it is given."""
import dataclasses
import json
import os
import signal
import time

from connection import Connection, Lost
from replies import WrongReply

# Moments of a kill after a number of replies: with a reply, with a request that was just sent, or with the
# first read that shows a new value, whose writer may still wait for its reply.
WITH_REPLY, WITH_REQUEST, WITH_NEW_VALUE = "reply", "request", "new value"


@dataclasses.dataclass
class Order:
    """Work on one server, until it is killed.

    A client with a `moment` kills the server, after `kill_after` replies. `is_last` ends the work:
    pending repetitions and an audit.
    """

    server: int
    port: int
    pid: int
    pad_bytes: int = 0
    kill_after: int = 0
    moment: str = ""
    is_last: bool = False


@dataclasses.dataclass
class Work:
    """The outcome of an order: operations, wrong replies, and the number of all replies."""

    operations: list
    problems: list
    replies: int = 0
    has_killed: bool = False


def serve(pipe, program, origin):
    """Carries out orders from the pipe until it receives None. Times are relative to `origin`."""
    while (order := pipe.recv()) is not None:
        pipe.send(carry_out(order, program, origin))


def carry_out(order, program, origin):
    work = Work([], [])
    program.restarted()
    program.pad_bytes = order.pad_bytes
    if order.is_last:
        program.audit()
    try:
        connection = Connection(order.port)
    except Lost:
        report_end(order, work)
        return work
    while not order.is_last or program.has_due():
        if not exchange(connection, order, program, origin, work):
            report_end(order, work)
            break
    if order.is_last:
        work.operations += program.unsettled()
    connection.close()
    return work


def report_end(order, work):
    """Reports a connection that ended before the server was killed, and kills that server."""
    if order.is_last or order.moment and not work.has_killed:
        work.problems.append(f"server {order.server} closed a connection before it was killed")
        kill(order, work)


def kill(order, work):
    os.kill(order.pid, signal.SIGKILL)
    work.has_killed = True


def exchange(connection, order, program, origin, work):
    """Sends one request; returns whether its reply arrived."""
    moment = order.moment if work.replies >= order.kill_after else ""
    attempt = program.watch() if moment == WITH_NEW_VALUE else program.next()
    attempt.sent = time.monotonic_ns() - origin
    attempt.invoked = attempt.invoked or attempt.sent
    try:
        connection.send(attempt.action, attempt.body)
        if moment == WITH_REQUEST:
            kill(order, work)
        status, data = connection.receive()
    except Lost:
        work.operations += program.lost(attempt, order.server)
        return False
    ended = time.monotonic_ns() - origin
    if moment == WITH_REPLY:
        kill(order, work)
    reply = json.loads(data)
    if moment == WITH_NEW_VALUE and program.is_new(attempt, reply):
        kill(order, work)
    work.replies += 1
    try:
        work.operations += program.replied(attempt, status, reply, ended, order.server)
    except WrongReply as error:
        work.problems.append(f"{error} (server {order.server})")
    return True
