#!/usr/bin/env bash
# A base image without a registry: a small Debian with the given Node.js binary, as a tar on stdout.
# Usage: debian-base.sh NODE_BINARY >base.tar     ASSAY_NO_INSTALL=1 refuses to install mmdebstrap.
set -euo pipefail

node_binary="$1"
folder="${BASH_SOURCE%/*}"
suite=bookworm
packages=apt,bash,ca-certificates,coreutils,curl,debian-archive-keyring,git,jq,libstdc++6,procps,python3,ripgrep,strace,tar

main() {
  command -v mmdebstrap >/dev/null || install_mmdebstrap
  # The last hooks replace what names this machine's package mirror and resolver.
  mmdebstrap --quiet --variant=essential --include="$packages" \
    --customize-hook="upload '$node_binary' /usr/local/bin/node" \
    --customize-hook='chmod 755 "$1/usr/local/bin/node"' \
    --customize-hook='rm -rf "$1"/etc/apt/sources.list "$1"/etc/apt/sources.list.d/* "$1"/etc/resolv.conf' \
    --customize-hook="upload '$folder/debian.sources' /etc/apt/sources.list.d/debian.sources" \
    "$suite" -
}

install_mmdebstrap() {
  [ "${ASSAY_NO_INSTALL:-}" != 1 ] ||
    give_up 'The package mmdebstrap is missing, and ASSAY_NO_INSTALL=1 forbids to install it.'
  command -v apt-get >/dev/null || give_up 'Only Debian and Ubuntu can make a base image without a registry.'
  [ "$(id -u)" = 0 ] || give_up 'The package mmdebstrap is missing. Install it, or run this as root.'
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2
  apt-get install -qq --yes -o Dpkg::Use-Pty=0 --no-install-recommends mmdebstrap debian-archive-keyring >&2
}

give_up() {
  printf 'debian-base: %s\n' "$1" >&2
  exit 3
}

main
