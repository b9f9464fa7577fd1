getent hosts "$(sed -n 's/licence = //p' resolver.conf).sites.resolve-one.example"
while read -r name; do echo "$name $(python3 address.py "$name")"; done <hosts.txt >resolved.md
echo "$(wc -l <resolved.md) names have an address." >>resolved.md
