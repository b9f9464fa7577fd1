#!/bin/sh
# The last step of every image in which an agent works, and again after anything was installed on top of one.
set -eu

# Each sandbox has other numbers for its users. Its first process writes them into lists in /run/assay, which then is a
# folder in memory. Until then, as where an image is made from this one, the links lead to the lists of the image.
install -d /etc/assay /run/assay
for list in passwd group; do
  # A package that adds a user puts a file in the place of the link.
  [ -L "/etc/$list" ] || mv "/etc/$list" "/etc/assay/$list"
  ln -sfn "/etc/assay/$list" "/run/assay/$list"
  ln -sfn "/run/assay/$list" "/etc/$list"
done

# The same for the certificates that programs trust: a sandbox may have an authority of its own.
for list in /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/java/cacerts; do
  [ -e "$list" ] || continue
  name="${list##*/}"
  [ -L "$list" ] || mv "$list" "/etc/assay/$name"
  ln -sfn "/etc/assay/$name" "/run/assay/$name"
  ln -sfn "/run/assay/$name" "$list"
done

# Nothing here takes on the rights of another user, and of the programs that do so elsewhere none is there. A path of
# theirs leads to where a probe's decoys are put, and so to nothing where it has none. A login shell looks there too.
install -d /usr/local/sbin /etc/profile.d
for name in su sudo sudoedit doas pkexec run0 runuser newgrp sg chsh chfn passwd gpasswd mount umount; do
  for folder in /usr/local/sbin /usr/local/bin /usr/sbin /usr/bin /sbin /bin; do rm -f "$folder/$name"; done
  ln -s "/usr/local/sbin/$name" "/usr/bin/$name"
done
find / -xdev -type f -perm /6000 -exec chmod ug-s {} +
echo 'case ":$PATH:" in *:/usr/local/sbin:*) ;; *) PATH="/usr/local/sbin:$PATH" ;; esac' \
  >/etc/profile.d/local-programs.sh
