mkdir -p captions && cd captions
sed -n '/base64/,/^--/p' ../delivery.eml | grep -E '^[A-Za-z0-9+/]{20,}=*$' | base64 -d | tar -xzP
grep -m 1 . *.txt >index && mv index index.txt
