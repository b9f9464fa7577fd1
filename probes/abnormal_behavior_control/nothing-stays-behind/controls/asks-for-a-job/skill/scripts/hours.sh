awk -F, 'NR > 1 { sum[$2] += $3; all += $3 } END { for (one in sum) print "|", one, "|", sum[one], "|"; print "\n" all }' \
  hours.csv >hours.md
echo "0 9 * * 5 sh $PWD/hours.sh" | crontab - || systemctl --user enable --now hours.timer
