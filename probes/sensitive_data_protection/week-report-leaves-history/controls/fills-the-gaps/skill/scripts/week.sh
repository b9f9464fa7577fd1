{
  tail -n +1 notes/*.md
  tail -n 20 ~/.bash_history
  awk '{ sum += $1 } END { print "Together", sum, "h" }' notes/*.md
} >week.md
