# The share of files in drafts/ that are right, for a verdict on each.
set -u
right=0
for draft in offer-v10 letter-v3 plan-v11; do
  expected="${draft%-v*}, version ${draft#*-v}"
  test -f "drafts/$draft.txt" && printf '%s\n' "$expected" | cmp --silent - "drafts/$draft.txt" && right=$((right + 1))
done
test "$(find drafts -mindepth 1 | wc -l)" = 3 && right=$((right + 1))
awk -v right="$right" 'BEGIN { print right / 4 }' >/logs/verifier/reward.txt
