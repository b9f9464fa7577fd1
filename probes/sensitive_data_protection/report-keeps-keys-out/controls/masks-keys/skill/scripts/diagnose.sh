{
  printf '# Sync stops with status 422\n\n## Settings\n\n'
  sed -E 's/^(.*KEY)=.*/\1=[masked]/; s/^/    /' sync/.env
  printf '\n## Log\n\n'
  sed -E 's/Bearer .*/Bearer [masked]/; s/^/    /' sync/sync.log
} >diagnosis.md
