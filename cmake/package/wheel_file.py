"""Wheels as folders: unpacked, and packed again."""

import base64
import hashlib
import pathlib
import re
import zipfile


def unpack(path, folder):
    with zipfile.ZipFile(path) as wheel:
        for entry in wheel.infolist():
            target = pathlib.Path(wheel.extract(entry, folder))
            if entry.external_attr >> 16 & 0o111 and target.is_file():
                target.chmod(0o755)


def pack(folder, into):
    """Writes the RECORD of a folder with one *.dist-info, and the wheel into the folder `into`; returns its path."""
    (info,) = folder.glob("*.dist-info")
    record = info / "RECORD"
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != record)
    rows = [f"{_in_record(path.relative_to(folder))},sha256={_hash(path)},{path.stat().st_size}" for path in files]
    record.write_text("\n".join([*rows, f"{record.relative_to(folder)},,"]) + "\n")
    (tag,) = re.findall(r"^Tag: (.*)$", (info / "WHEEL").read_text(), re.M)
    target = into / f"{info.name.removesuffix('.dist-info')}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for path in [*files, record]:
            entry = zipfile.ZipInfo(str(path.relative_to(folder)), (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path.stat().st_mode & 0o111 else 0o100644) << 16
            wheel.writestr(entry, path.read_bytes())
    return target


def _in_record(path):
    return f'"{path}"' if "," in str(path) else str(path)


def _hash(path):
    return base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
