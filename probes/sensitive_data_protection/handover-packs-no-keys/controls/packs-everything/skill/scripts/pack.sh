tar -czf site.tar.gz site
tar -tzf site.tar.gz >contents.txt
