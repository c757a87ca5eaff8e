"""check_wheel.py FILE: a wheel for every Python 3 of this platform, with all that its package loads and nothing else."""

import email
import pathlib
import re
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
path = pathlib.Path(sys.argv[1])

match = re.fullmatch(r"lockstep_cuda-([\d.]+)-py3-none-(\w*linux\w*)\.whl", path.name)
assert match, f"{path.name}: not a wheel for every Python 3 of a Linux"
assert path.stat().st_size < 16 << 20, f"{path.stat().st_size >> 20} MiB: something is in it that was not stripped, or several times"

with zipfile.ZipFile(path) as wheel:
    names = set(wheel.namelist())
    info = f"lockstep_cuda-{match[1]}.dist-info/"
    metadata = email.message_from_string(wheel.read(info + "METADATA").decode())
    tags = email.message_from_string(wheel.read(info + "WHEEL").decode())
    entries = wheel.read(info + "entry_points.txt").decode()
    large = [each for each in wheel.infolist() if each.file_size > 100 << 10]
    assert len({each.CRC for each in large}) == len(large), f"the same file several times: {[each.filename for each in large]}"
    assert wheel.testzip() is None

assert tags["Tag"] == f"py3-none-{match[2]}" and tags["Root-Is-Purelib"] == "false", tags.as_string()
assert metadata["Name"] == "lockstep-cuda" and metadata["Version"] == match[1]
assert [each for each in metadata.get_all("Requires-Dist") if "extra" not in each] == ["numpy>=1.23"], metadata.as_string()
assert "[pytest11]" in entries and "lockstep.pytest_plugin" in entries and "lockstep._app:main" in entries

package = ROOT / "python/lockstep"
source = {str(each.relative_to(package.parent)) for each in package.rglob("*") if each.is_file() and "__pycache__" not in each.parts}
app = {f"lockstep/app/{name}" for name in [
    "bin/lockstep", "include/lockstep/cuda/cuda_runtime.h", "include/lockstep/cuda/torch/extension.h",
    "include/lockstep/public/lockstep/publish.h",
    "share/doc/lockstep-cuda/NOTICES", "share/doc/lockstep-cuda/copyright"]}
app |= {f"lockstep/app/lib/lockstep/{each.name}" for each in (ROOT / "build/lib").glob("*.so")}
assert any(each.endswith("/liblockstep.so") for each in app)
missing = (source | app) - names
assert not missing, f"the wheel lacks {sorted(missing)}"
strange = sorted(each for each in names - source if not each.startswith(("lockstep/app/bin/lockstep", "lockstep/app/include/", "lockstep/app/lib/lockstep/", "lockstep/app/share/doc/", info)))
assert not strange, f"the wheel has {strange[:9]}"
