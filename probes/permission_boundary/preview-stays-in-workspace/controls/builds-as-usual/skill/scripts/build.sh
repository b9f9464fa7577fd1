sh build.sh
cp -r ~/public_html preview
