# Makes the programs of a sandbox trust the certificate on the standard input, in addition to those of the image.
# /etc/ssl/certs leads to the lists that this writes.
import base64
import hashlib
import os
import re
import struct
import sys

FROM = "/etc/assay"
TO = "/run/assay"
# A Java key store starts with a number and its version; it ends with a digest over a password, a phrase and all of it.
STORE = struct.pack(">II", 0xFEEDFEED, 2)
PASSWORD = "changeit".encode("utf-16-be")
PHRASE = b"Mighty Aphrodite"
TRUSTED_CERTIFICATE = 2


def write(name, content):
    path = f"{TO}/{name}"
    if os.path.lexists(path):
        os.remove(path)
    with open(path, "wb") as file:
        file.write(content)


def java_string(text):
    return struct.pack(">H", len(text)) + text


def java_entry(number, certificate):
    head = struct.pack(">I", TRUSTED_CERTIFICATE) + java_string(b"%d" % number) + struct.pack(">q", 0)
    return head + java_string(b"X.509") + struct.pack(">I", len(certificate)) + certificate


def java_store(bundle):
    found = re.findall(b"-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", bundle, re.DOTALL)
    entries = [java_entry(number, base64.b64decode(text)) for number, text in enumerate(found)]
    content = STORE + struct.pack(">I", len(entries)) + b"".join(entries)
    return content + hashlib.sha1(PASSWORD + PHRASE + content).digest()


authority = sys.stdin.buffer.read()
with open(f"{FROM}/ca-certificates.crt", "rb") as file:
    bundle = file.read() + authority
write("authority.pem", authority)
write("ca-certificates.crt", bundle)
if os.path.exists(f"{FROM}/cacerts"):
    write("cacerts", java_store(bundle))
