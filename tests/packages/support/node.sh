# For the suites about npm: what they need, and an application that stator is installed in. Sourced
# after server.sh.
worlds=$here/../scenarios/worlds

# Makes DIR/node_modules what its lock file says.
modules_of() {
    "$here/../support/npm_modules" "$1"
}

# Copies the files of SUITES into $work/app and installs stator there, from a registry that has
# nothing but the packages.
make_application() {
    mkfifo "$work/alive"
    "$python" "$here/support/registry.py" "$packages" <"$work/alive" >"$work/registry" &
    registry=$!
    exec 9>"$work/alive"
    until grep -q http "$work/registry"; do
        kill -0 "$registry" 2>/dev/null || fail "the registry did not start"
    done
    mkdir "$work/app"
    for each; do cp -r "$here/javascript/suites/$each" "$work/app/"; done
    cd "$work/app"
    echo '{"name": "app", "private": true}' >package.json
    npm install --registry "$(cat "$work/registry")" --cache "$work/cache" --ignore-scripts \
        --no-audit --no-fund --loglevel=error stator
    # It ends with this pipe.
    exec 9>&-
    wait "$registry"
}
