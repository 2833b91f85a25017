# For the suites: servers from a root file system of their own, and requests to them. Sourced.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
servers=""
trap 'stop_all' EXIT

fail() {
    echo "failed: $*" >&2
    exit 1
}

stop_all() {
    for each in $servers; do
        kill "$each" 2>/dev/null && wait "$each" || true
    done
    servers=""
}

# The one file of a name; fails if there is none or several.
only() {
    [ $# -eq 1 ] && [ -e "$1" ] || fail "there is not one file, but: $*"
    echo "$1"
}

# Starts COMMAND, waits until it listens, and leaves its URL in `endpoint`.
serve() {
    said=$(mktemp -p "$work")
    "$@" >"$said" 2>"$said.log" </dev/null &
    server=$!
    servers="$servers $server"
    until endpoint=$(sed -n 's/^Stator is listening on //p' "$said") && [ -n "$endpoint" ]; do
        kill -0 "$server" 2>/dev/null || fail "$* did not start: $(cat "$said" "$said.log")"
    done
}

# Ends the server that was started last; it must say 0.
stop() {
    kill "$server"
    wait "$server" || fail "the server ended with $?"
    servers=${servers% "$server"}
}

# Writes and reads items by boto3; `requests keep` and `requests find` do each half of it.
requests() {
    "$python" "$here/support/items.py" "$endpoint" "$@"
}
