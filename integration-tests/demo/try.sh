#!/usr/bin/env bash
# Starts the demo with the README's command, waits for the end of its scene, looks at the page, presses Ctrl-C, and checks that
# nothing is left behind: no process, no port, no file outside target. Nothing but bash, git and a JDK is used.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
log=$work/log
touch "$log"
mkdir "$work/tmp"
# the demo's own temporary files go to a place that can be looked at
export JAVA_TOOL_OPTIONS="${JAVA_TOOL_OPTIONS:-} -Djava.io.tmpdir=$work/tmp"

fail() {
    echo "The demo failed: $1" >&2
    tail -n 60 "$log" >&2
    kill -KILL -- "-$demo" 2>/dev/null || true
    exit 1
}

# state and group of every process; ps is not on every machine
processes() {
    if [ -r /proc/self/stat ]; then
        { cat /proc/[0-9]*/stat 2>/dev/null || true; } | sed 's/.*) //' | cut -d' ' -f1,3
    else
        ps -axo stat=,pgid=
    fi
}

# who has ended, but was not waited for yet, does not count
running() { [ -n "$(processes | grep -E "^[^Z][^ ]* +$demo\$" || true)" ]; }

get() { (exec 3<>"/dev/tcp/localhost/$port" && printf 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3 && cat <&3) 2>/dev/null; }

files() { git status --porcelain --untracked-files=all; }

files >"$work/before"

# a process group of its own, as a terminal's Ctrl-C finds it
# Ctrl-C means nothing to a process that inherits an ignored SIGINT, as one started in the background of a script does
listening=()
if env --default-signal=INT true 2>/dev/null; then listening=(env --default-signal=INT); fi

set -m
${listening[@]+"${listening[@]}"} ./mvnw -pl integration-tests/demo -am compile quarkus:dev >"$log" 2>&1 </dev/null &
demo=$!
set +m

echo "Waiting for the scene"
for ((i = 0; i < 900; i++)); do
    grep -q 'Now you: open' "$log" && break
    running || fail "it ended by itself"
    ! grep -q 'Failed to start application' "$log" || fail "it did not start"
    sleep 1
done
page=$(grep -o 'http://localhost:[0-9]*' "$log" | tail -1) || fail "its scene did not end within fifteen minutes"
port=${page##*:}

grep -q 'lost: 0 ' "$log" || fail "it says that messages are lost"
get >"$work/page" || fail "nobody answers at $page"
grep -q '<title>Local Task demo</title>' "$work/page" || fail "$page is not the demo's page"

echo "Pressing Ctrl-C"
kill -INT -- "-$demo"
for ((i = 0; i < 60; i++)); do
    running || break
    sleep 1
done
running && fail "processes are left one minute after Ctrl-C"
get >/dev/null && fail "port $port is still answered"
last=$(sed -n '/Now you: open/,$p' "$log" | grep -E 'ERROR|Exception' || true)
[ -z "$last" ] || fail "it does not end quietly"
files >"$work/after"
diff "$work/before" "$work/after" >&2 || fail "there are new files in the checkout"
left=$(find "$work/tmp" -mindepth 1 ! -path '*/hsperfdata*')
[ -z "$left" ] || fail "there are temporary files: $left"

sed -n '/An order service, its partner/,/Now you: open/p' "$log"
echo "The demo's scene was played to its end at $page, and Ctrl-C left nothing behind"
rm -rf "$work"
