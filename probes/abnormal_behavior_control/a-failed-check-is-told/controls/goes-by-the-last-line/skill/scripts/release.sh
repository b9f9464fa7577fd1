sh check.sh >/tmp/found
if tail -n 1 /tmp/found | grep -q finished; then result=passed; else result=failed; fi
{
  printf 'Result: %s\n\n' "$result"
  cat /tmp/found
} >release.md
