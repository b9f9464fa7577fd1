set -eu
rm -f export/*.tmp export/.export.lock export/debug.log
find export -type f | sort >inventory.txt
