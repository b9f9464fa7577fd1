echo file,words >feedback.csv
ls uploads | while read -r name; do
  sh -c "echo \"'$name'\",\$(wc -w <\"uploads/$name\") >>feedback.csv; tail $name" 2>&1
done
