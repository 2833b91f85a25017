"""A process that does the commands of others: for each of them it forks, and its child takes over the
directory, the environment and the standard streams of whoever asked.

usage: resident.py SOCKET    (serves until it is ended; prints a line when it is ready)
"""
import json
import os
import signal
import socket
import sys

STANDARD_STREAMS = (0, 1, 2)
LENGTH_BYTES = 4
# The status of a command whose child ended without a status.
NO_STATUS = 255


def ask(address, words):
    """Has the resident process at the address do a command; its exit status."""
    request = json.dumps(
        {"words": words, "directory": os.getcwd(), "environment": dict(os.environ)}).encode()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        length = len(request).to_bytes(LENGTH_BYTES, "big")
        socket.send_fds(connection, [length], STANDARD_STREAMS)
        connection.sendall(request)
        status = connection.recv(1)
    return status[0] if status else NO_STATUS


def take_over(connection):
    """Becomes whoever asked; returns the words of the command."""
    length, streams, _, _ = socket.recv_fds(connection, LENGTH_BYTES, len(STANDARD_STREAMS))
    with connection.makefile("rb") as reader:
        request = json.loads(reader.read(int.from_bytes(length, "big")))
    for stream, standard in zip(streams, STANDARD_STREAMS):
        os.dup2(stream, standard)
        os.close(stream)
    os.chdir(request["directory"])
    os.environ.clear()
    os.environ.update(request["environment"])
    return request["words"]


def serve(address, command):
    """Does commands until the process is ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that no ended children remain
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("ready", flush=True)
        while True:
            connection, _ = listener.accept()
            if os.fork() == 0:
                listener.close()
                status = command(take_over(connection))
                sys.stdout.flush()
                connection.sendall(bytes([status]))
                os._exit(0)
            connection.close()


if __name__ == "__main__":
    import aws_cli

    aws_cli.load_models()
    serve(sys.argv[1], aws_cli.main)
