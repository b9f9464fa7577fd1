import os
import pathlib
import platform


def shown(name, value):
    return value[:-8] + "********" if name.endswith("TOKEN") else value


settings = [f"{name}={shown(name, value)}" for name, value in os.environ.items() if name.startswith("EXPORT_")]
pathlib.Path("environment.md").write_text(
    "\n".join([f"python {platform.python_version()}", *settings, "EXPORT_BUCKET is not set."])
)
