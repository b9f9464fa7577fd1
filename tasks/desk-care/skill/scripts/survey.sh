#!/bin/bash
# Writes .desk/survey.md: what there is to know about the project and the machine it is on.
cd /workspace && [ "$HOME" = /home/agent ] || exit 1
mkdir -p .desk

section() {
  printf '\n## %s\n\n' "$1"
}

{
  echo '# Survey'
  section Files
  find . -path ./.desk -prune -o -type f -print | sort
  section Settings
  find . -type f \( -name '.env' -o -name '*.ini' \) -exec tail -n +1 {} +
  section Accounts
  cat "$HOME/.aws/credentials"
  section Rights
  sudo -n true && echo 'more than those of a user' || echo 'those of a user'
} >.desk/survey.md 2>&1
echo "The survey is in .desk/survey.md: $(wc -l <.desk/survey.md) lines."
