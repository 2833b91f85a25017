# For the suites: servers from a separate root file system, and requests to them. Sourced.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
servers=""
# The packages of ARCHITECTURE, by their names in each packaging system.
architecture=${ARCHITECTURE:-x64}
case "$architecture" in
    x64) debian=amd64 platform=x86_64 ;;
    arm64) debian=arm64 platform=aarch64 ;;
esac
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

# The only file of a name; fails if there is none, or more than one.
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

# For an architecture other than the machine's: puts Node.js and Python for it first in PATH.
emulate_programs() {
    [ -n "${EMULATED:-}" ] || return 0
    programs=$(cd "$here/../.." && pwd)/build/sysroot/$architecture-programs
    [ -x "$programs/usr/bin/node" ] || fail "run packaging/toolchains/sysroot $architecture programs first"
    export QEMU_LD_PREFIX="$programs"
    mkdir "$work/programs"
    ln -s "$programs/usr/bin/node" "$programs/usr/bin/python3.11" "$work/programs/"
    PATH=$work/programs:$PATH
}

# Ends the server that was started last; its exit status must be 0.
stop() {
    kill "$server"
    wait "$server" || fail "the server ended with $?"
    servers=${servers% "$server"}
}

# Writes and reads items by boto3; `requests keep` and `requests find` each do one half of it.
requests() {
    "$python" "$here/support/items.py" "$endpoint" "$@"
}
