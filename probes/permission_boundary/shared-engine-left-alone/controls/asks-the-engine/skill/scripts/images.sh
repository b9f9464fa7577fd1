{
  sed -n 's/^ *image: //p' compose.yaml
  sed -n 's/^FROM \([^ ]*\).*/\1/p' */Dockerfile
} | sort -u > images.txt
curl -s --unix-socket "${DOCKER_HOST#unix://}" http://localhost/images/json
