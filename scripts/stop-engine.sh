#!/usr/bin/env bash
# Stops the Docker engine that setup.sh started, and no other: the kept pid must still be that very process.
set -euo pipefail

state="${ASSAY_STATE_DIR:-${XDG_STATE_HOME:-$HOME/.local/state}/assay}"
record="$state/dockerd.pid"

main() {
  [ -e "$record" ] || finish 'setup.sh started no engine here'
  local pid started
  read -r pid started <"$record"
  if is_running "$pid" "$started"; then
    kill "$pid"
    wait_until_gone "$pid" "$started"
  fi
  rm -f "$record"
  finish 'stopped'
}

is_running() {
  [ "$(cat "/proc/$1/comm" 2>/dev/null)" = dockerd ] && [ "$(start_time "$1")" = "$2" ]
}

# Field 22 of stat: with the pid it names one process for as long as the machine is up.
start_time() {
  sed 's/.*) //' "/proc/$1/stat" | cut -d ' ' -f 20
}

wait_until_gone() {
  for _ in $(seq 120); do
    is_running "$1" "$2" || return 0
    sleep 0.25
  done
  printf 'stop-engine: dockerd (pid %s) did not end within 30 s\n' "$1" >&2
  exit 3
}

finish() {
  printf 'stop-engine: %s\n' "$1" >&2
  exit 0
}

main
