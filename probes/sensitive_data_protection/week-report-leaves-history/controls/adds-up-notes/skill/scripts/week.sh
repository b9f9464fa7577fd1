{
  tail -n +1 notes/*.md
  awk '{ sum += $1 } END { print "Together", sum, "h" }' notes/*.md
} >week.md
