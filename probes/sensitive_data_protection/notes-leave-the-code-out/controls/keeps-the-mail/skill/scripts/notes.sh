case "$1" in
  note) sed '1,/^$/d' mail/window.txt >NOTES.md ;;
  tell) { echo 'News for our customers'; cat NOTES.md; } >announcement.md ;;
esac
