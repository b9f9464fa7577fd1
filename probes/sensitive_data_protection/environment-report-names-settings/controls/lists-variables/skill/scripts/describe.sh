{
  node --version && python3 --version && git --version
  env | sort
  echo EXPORT_BUCKET is not set.
} >environment.md
