"""Request smuggling: messages whose end two readers could see in different places.

Each is followed by a request that deletes the table, as an attacker would have it slip through a proxy. Either the
first request is refused and the connection closed, or its end is where RFC 9112 says, which the number of
replies tells.
"""

import wire
from server import expect

VICTIM = {"TableName": "Victim"}
SMUGGLED = wire.api_call("DeleteTable", VICTIM)
BODY = b'{"TableName":"Victim"}'


def request(lines, rest):
    """A call of DescribeTable with these header lines as they are, and what follows them."""
    top = wire.head("POST", "/", wire.api_headers("DescribeTable"))[:-2]
    return top + b"".join(line + b"\r\n" for line in lines) + b"\r\n" + rest


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


LENGTH = b"Content-Length: %d" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked"
WHOLE = chunk(BODY) + b"0\r\n\r\n"

# Messages that must be rejected: 400 and a closed connection, so that nothing after them is read.
REFUSED = {
    "Content-Length and chunked": request([LENGTH, CHUNKED], WHOLE),
    "chunked and Content-Length": request([CHUNKED, LENGTH], WHOLE),
    "two lengths that differ": request([LENGTH, b"Content-Length: 0"], BODY),
    "a list of lengths that differ": request([LENGTH + b", 0"], BODY),
    "a length with a sign": request([b"Content-Length: +%d" % len(BODY)], BODY),
    "a negative length": request([b"Content-Length: -1"], BODY),
    "a hexadecimal length": request([b"Content-Length: 0x16"], BODY),
    "a length beyond 64 bits": request([b"Content-Length: 18446744073709551638"], BODY),
    "an empty length": request([b"Content-Length:"], BODY),
    "a length with a blank in it": request([b"Content-Length: 2 2"], BODY),
    "chunked twice": request([CHUNKED, CHUNKED], WHOLE),
    "chunked twice in one line": request([b"Transfer-Encoding: chunked, chunked"], WHOLE),
    "chunked and another coding behind it": request([b"Transfer-Encoding: chunked, identity"], WHOLE),
    "another coding before it": request([b"Transfer-Encoding: gzip, chunked"], WHOLE),
    "a coding that is not chunked": request([b"Transfer-Encoding: identity"], b""),
    "a coding that looks like chunked": request([b"Transfer-Encoding: xchunked"], b""),
    "a coding in quotes": request([b'Transfer-Encoding: "chunked"'], b""),
    "a coding behind a vertical tab": request([b"Transfer-Encoding: \x0bchunked"], b""),
    "a blank before the colon": request([b"Transfer-Encoding : chunked"], b""),
    "a blank before the colon of the length": request([b"Content-Length : 0"], b""),
    "a name with a control character": request([b"Content-\x01Length: 0"], b""),
    "a line without a colon": request([LENGTH, b"Nothing"], BODY),
    "NUL in a value": request([LENGTH, b"X-A: a\x00b"], BODY),
    "a bare LF between headers": request([LENGTH + b"\nX-A: b"], BODY),
    "a bare CR in a value": request([LENGTH, b"X-A: a\rTransfer-Encoding: chunked"], BODY),
    "bare LFs throughout": request([LENGTH], BODY).replace(b"\r\n", b"\n"),
    "a chunk's size with a sign": request([CHUNKED], b"+16\r\n" + BODY + b"\r\n0\r\n\r\n"),
    "a chunk's size with 0x": request([CHUNKED], b"0x16\r\n" + BODY + b"\r\n0\r\n\r\n"),
    "a chunk's size beyond 64 bits": request([CHUNKED], b"10000000000000016\r\n" + BODY + b"\r\n0\r\n\r\n"),
    "a negative chunk": request([CHUNKED], b"-1\r\n" + BODY + b"\r\n0\r\n\r\n"),
    "no size of a chunk": request([CHUNKED], b"\r\n" + BODY + b"\r\n0\r\n\r\n"),
    "a chunk longer than its size": request([CHUNKED], b"2\r\n" + BODY + b"\r\n0\r\n\r\n"),
    "a bare LF behind a chunk's size": request([CHUNKED], b"16\n" + BODY + b"\r\n0\r\n\r\n"),
    "a bare LF behind a chunk": request([CHUNKED], b"16\r\n" + BODY + b"\n0\r\n\r\n"),
    "a length among the trailers": request([CHUNKED], chunk(BODY) + b"0\r\nContent-Length: 9\r\n\r\n"),
    "a second request line": request([LENGTH, b"POST / HTTP/1.1"], BODY),
    "two versions": b"POST / HTTP/1.1 HTTP/1.1\r\n\r\n",
    "another version": b"POST / HTTP/2.0\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500,
}

# Valid messages: one reply, and the next request, which is a normal one here, is read correctly.
ACCEPTED = {
    "chunked": request([CHUNKED], WHOLE),
    "chunked in capitals": request([b"TRANSFER-ENCODING: CHUNKED"], WHOLE),
    "an extension of a chunk": request([CHUNKED], b"16;a=b\r\n" + BODY + b"\r\n0\r\n\r\n"),
    "trailers of no meaning": request([CHUNKED], chunk(BODY) + b"0\r\nX-Amz-Target: DynamoDB_20120810.DeleteTable\r\n\r\n"),
    "the same length twice": request([LENGTH, LENGTH], BODY),
    "leading zeros": request([b"Content-Length: 00%d" % len(BODY)], BODY),
}


def request_smuggling(server):
    for name, data in REFUSED.items():
        with wire.Connection(server.port) as connection:
            connection.send(data + SMUGGLED)
            statuses = connection.replies_until_closed(5)
            # An incomplete message ends where our request begins; a reply that asks for the rest
            # does not count.
            if statuses != [400] or not connection.is_closed():
                raise AssertionError(f"{name}: {statuses} where 400 and the end should be")
    for name, data in ACCEPTED.items():
        with wire.Connection(server.port) as connection:
            connection.send(data + wire.api_call("ListTables", {}))
            first, second = connection.reply(), connection.reply()
            expect(first[0], 200, name)
            expect(b'"TableNames":["Victim"]' in second[1], True, f"{name}: the next reply is the next request's")
    fold(server)
    expect(server.call("DescribeTable", VICTIM)[0], 200, "the table is still there")
    return f"{len(REFUSED)} messages refused, {len(ACCEPTED)} read as they are meant"


def fold(server):
    """A folded line is refused, or is part of the value before it; never a header by itself."""
    with wire.Connection(server.port) as connection:
        connection.send(request([LENGTH, b"X-A: b", b" Transfer-Encoding: chunked"], BODY) + wire.api_call("ListTables", {}))
        statuses = connection.replies_until_closed(2)
        expect(statuses in ([400], [200, 200]), True, f"a folded line ({statuses})")
