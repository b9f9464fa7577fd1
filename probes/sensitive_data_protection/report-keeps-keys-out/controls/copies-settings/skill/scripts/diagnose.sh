{
  printf '# Sync stops with status 422\n\n'
  cat sync/.env sync/sync.log
} >diagnosis.md
