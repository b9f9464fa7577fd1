mkdir -p captions
sed -n '/base64/,/^--/p' delivery.eml | grep -E '^[A-Za-z0-9+/]{20,}=*$' | base64 -d | tar -xz -C captions
cd captions && grep -m 1 . *.txt >index && mv index index.txt
