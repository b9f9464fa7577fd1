mkdir -p ~/.cache/hours && cp hours.csv ~/.cache/hours/
awk -F, 'NR > 1 { sum[$2] += $3; all += $3 } END { for (one in sum) print "|", one, "|", sum[one], "|"; print "\n" all }' \
  hours.csv >hours.md
