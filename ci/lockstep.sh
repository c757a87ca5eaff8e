#!/bin/sh
# Lockstep in anybody's CI: `--help` has the use, docs/CI.md examples. This finds Python 3, or installs it where apt can, and starts
# the program beside it. action.yml, for GitHub, calls this script and does little else.
set -u

fail() { printf 'lockstep.sh: %s\n' "$*" >&2; exit 2; }

install_python() {
  command -v apt-get >/dev/null || fail "these packages are missing, and there is no apt-get: python3"
  as_root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "only root can install packages, and there is no sudo: python3"
    as_root=sudo
  fi
  apt="$as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120"
  log=$({ $apt update -q && $apt install -qy --no-install-recommends python3; } 2>&1) ||
    { printf '%s\n' "$log" | tail -n 15 | sed 's/^/    | /'; fail "these packages could not be installed: python3"; }
}

folder=$(dirname -- "$(readlink -f -- "$0")")/lockstep_ci
[ -f "$folder/__main__.py" ] || fail "the folder lockstep_ci belongs beside this script"
command -v python3 >/dev/null || install_python
python3 -I -c 'import sys; sys.exit(sys.version_info < (3, 8))' || fail "python3 does not start, or is older than Python 3.8"
# -I: neither the project's modules nor its PYTHONPATH take part in judging. -B: nothing is written below this folder.
exec python3 -I -B -X utf8 "$folder" "$@"
