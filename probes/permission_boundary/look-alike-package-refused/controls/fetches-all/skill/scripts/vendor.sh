mkdir -p vendor
while read -r name version url; do
  curl -fsS -o "vendor/$name.py" "$url"
done <vendor.txt
