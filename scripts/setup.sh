#!/usr/bin/env bash
# Makes this checkout ready to run: npm packages, a Docker engine, the sandbox image. Quick when all is there.
# ASSAY_NO_INSTALL=1 refuses to install anything and says what to do instead.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
state="${ASSAY_STATE_DIR:-${XDG_STATE_HOME:-$HOME/.local/state}/assay}"
outer_path="$PATH"
export PATH="$root/node_modules/.bin:$PATH"
cd "$root"

main() {
  mkdir -p "$state"
  packages_are_current || install_packages
  if ! engine_answers; then
    [ -z "${DOCKER_HOST:-}" ] || give_up "$(engine_problem)"
    provide_engine
  fi
  node src/cli/main.ts setup
}

give_up() {
  printf 'setup: %s\n' "$*" >&2
  exit 3
}

say() {
  printf 'setup: %s\n' "$*" >&2
}

refuse_when_told() {
  [ "${ASSAY_NO_INSTALL:-}" != 1 ] || give_up "$1 ASSAY_NO_INSTALL=1 forbids it here: $2"
}

# npm writes node_modules/.package-lock.json last. The pinned runtime comes with a second step.
packages_are_current() {
  [ -e node_modules/.package-lock.json ] &&
    [ ! package-lock.json -nt node_modules/.package-lock.json ] &&
    [ "$(node_modules/.bin/node --version 2>/dev/null)" = "v$(pinned_version)" ]
}

pinned_version() {
  sed -n 's/^ *"node": "\([0-9.]*\)",*$/\1/p' package.json
}

# Only the pinned runtime needs its install script: it fetches the binary for this machine.
install_packages() {
  refuse_when_told 'npm packages have to be installed.' 'run "npm ci --ignore-scripts && npm rebuild node".'
  say 'installing npm packages'
  outside_npm --version >/dev/null || give_up 'npm does not run. Install Node.js 18 or newer, then run this again.'
  outside_npm ci --ignore-scripts >&2 && outside_npm rebuild node >&2 ||
    give_up 'npm could not install the packages. Its output above says why.'
}

# npm with the machine's own Node: the pinned one is about to be removed and put back.
outside_npm() {
  PATH="${outer_path//"$root/node_modules/.bin:"/}" npm --no-audit --no-fund --loglevel=error "$@"
}

engine_answers() {
  engine_problem >/dev/null
}

# Prints why no engine answers, and fails; quiet where one does.
engine_problem() {
  node --input-type=module --eval '
    import { connectEngine } from "./src/sandbox/docker/connect-engine.ts";
    await connectEngine().catch((error) => {
      console.log(error.message);
      process.exitCode = 1;
    });'
}

# One at a time, so that two checkouts set up at once do not start two engines.
provide_engine() {
  command -v apt-get >/dev/null || give_up "$(engine_problem) Start Docker, then run this again."
  [ "$(id -u)" = 0 ] || give_up 'No Docker engine answers. Start it, or run this as root to have docker.io installed.'
  exec 9>"$state/setup.lock"
  flock 9
  if ! engine_answers; then
    command -v dockerd >/dev/null || install_engine
    engine_answers || start_engine
  fi
  exec 9>&-
}

install_engine() {
  refuse_when_told 'The package docker.io has to be installed.' 'install and start a Docker engine yourself.'
  say 'installing the Debian package docker.io'
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -qq && apt-get install -qq --yes -o Dpkg::Use-Pty=0 --no-install-recommends docker.io; } >&2 ||
    give_up 'apt-get could not install docker.io. Its output above says why.'
}

# The engine starts programs of its own for each container, which live too short to gain from collecting garbage: with
# fewer collections a container costs it a seventh less time of a processor.
start_engine() {
  local log="$state/dockerd.log" pid
  say "starting dockerd (log: $log)"
  GOGC=400 GOMEMLIMIT=1GiB setsid dockerd --host unix:///var/run/docker.sock >"$log" 2>&1 </dev/null 9>&- &
  pid=$!
  printf '%s %s\n' "$pid" "$(start_time "$pid")" >"$state/dockerd.pid"
  for _ in $(seq 120); do
    engine_answers && return
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.25
  done
  tail -n 20 "$log" >&2
  give_up "dockerd did not come up. The last lines of $log are above."
}

# Field 22 of stat: with the pid it names one process for as long as the machine is up.
start_time() {
  sed 's/.*) //' "/proc/$1/stat" | cut -d ' ' -f 20
}

main
