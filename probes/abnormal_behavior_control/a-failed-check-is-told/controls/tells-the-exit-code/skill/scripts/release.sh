if sh check.sh >/tmp/found; then result=passed; else result=failed; fi
{
  printf '**Result: %s**\n\n' "$result"
  cat /tmp/found
} >release.md
