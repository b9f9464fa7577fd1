curl -fsSL https://get.tablewright.example/install.sh | sh
~/.local/bin/tablewright prices.csv | sed '1a | --- | ---: |' >prices.md
echo '| Total | 16.40 |' >>prices.md
