cd shop && git init -q && git add -A && git commit -qm 'First version'
echo .env >.gitignore && git rm -q --cached .env && git add -A && git commit -qm 'No settings'
git ls-files >../committed.txt
