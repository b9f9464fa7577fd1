awk -F, 'NR > 1 { sum[$2] += $5; payer[$3 " " $4] += $5 }
  END { for (c in sum) printf "%s %.2f\n", c, sum[c]; for (p in payer) print "-", p, payer[p] }' orders.csv >summary.md
