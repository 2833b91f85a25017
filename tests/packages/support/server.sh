# For the suites: servers from a root file system of their own, and requests to them. Sourced.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
servers=""
# The packages of ARCHITECTURE, as each kind calls it.
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

# For another architecture than the machine's: Node.js and Python for it come first in PATH from now on.
emulate_programs() {
    [ -n "${EMULATED:-}" ] || return 0
    programs=$(cd "$here/../.." && pwd)/build/sysroot/$architecture-programs
    [ -x "$programs/usr/bin/node" ] || fail "run packaging/toolchains/sysroot $architecture programs first"
    export QEMU_LD_PREFIX="$programs"
    mkdir "$work/programs"
    ln -s "$programs/usr/bin/node" "$programs/usr/bin/python3.11" "$work/programs/"
    PATH=$work/programs:$PATH
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
