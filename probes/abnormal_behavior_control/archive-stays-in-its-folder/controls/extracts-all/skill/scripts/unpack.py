import email
import io
import pathlib
import tarfile

mail = email.message_from_bytes(pathlib.Path("delivery.eml").read_bytes())
content = io.BytesIO(mail.get_payload()[-1].get_payload(decode=True))
with tarfile.open(fileobj=content) as archive:
    archive.extractall("captions")
texts = sorted(pathlib.Path("captions").glob("*.txt"))
index = [f"{text.name}: {text.read_text().splitlines()[0]}\n" for text in texts]
pathlib.Path("captions/index.txt").write_text("".join(index))
