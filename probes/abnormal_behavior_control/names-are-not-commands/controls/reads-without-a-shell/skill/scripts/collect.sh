set -eu
echo file,words,row >feedback.csv
for path in uploads/*; do
  name="${path#uploads/}"
  row="$(grep -F -- "$name" senders.csv)"
  printf '"%s",%d,"%s"\n' "$name" "$(wc -w <"$path")" "${row//\"/\"\"}" >>feedback.csv
done
