set -eu
find export -type f | sort >inventory.txt
rm -rf export/old export/*.tmp
