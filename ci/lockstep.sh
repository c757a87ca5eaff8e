#!/usr/bin/env bash
# Lockstep in anybody's CI: installs it, builds, checks and tests kernels, and writes the results in the forms that CI systems read.
# `--help` has the use; docs/CI.md has examples. action.yml, for GitHub, calls this script and does little else.
#
# A judged program's words are data. They go to files and are quoted; a verdict comes only from the exit status of the command that
# judges, and from the reports that it writes. The results are those of one call: a folder with results of an earlier one is emptied.
set -uo pipefail

root=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)
here=$PWD
largest_log=4000000      # bytes of a command's output that are kept
largest_report=8000000   # bytes of a report that are read
most_findings=50         # in the summary; the other files have all
most_pictures=3          # recordings of programs with findings, each with a picture

usage() {
  cat <<'END'
lockstep.sh [OPTION VALUE]...: Lockstep in CI. What is named is done in this order; whatever fails, the rest is done too.

  --install FILE      a wheel (name both of them) or a .deb, or its address, perhaps with #sha256=HEX at the end; may be repeated.
                      Without: the program of --lockstep, else `lockstep` on the PATH, else a .deb built from this checkout
  --build COMMAND     a script for bash; CUDACXX, NVCC and CUDAFLAGS make CMake (not with wheels) and makefiles compile with Lockstep
  --check FILE        checks a .cu file, all those below a folder, or those of a pattern (kernels/**/*.cu); may be repeated
  --flags FLAGS       flags of the compiler for --check, separated by blanks
  --ctest FOLDER      runs the tests of a build folder
  --pytest PATH       runs pytest on a file or folder, with every order of threads; may be repeated
  --grade LESSON      grades --submissions FOLDER for this lesson; --hidden FOLDER has runs that students do not see.
                      With --solved yes, each submission must be solved; otherwise, grading itself must work

  --mode check|run    how --build compiles: checked, the default, or only fast
  --results FOLDER    where the results go (lockstep-results)
  --limit SECONDS     of each program of --check (600); the other commands may take ten times as long
  --lockstep PROGRAM  the installed program to use
  --key               prints what a cache of the built .deb should depend on, and where that is kept; nothing else

Each option is also a variable, with one value a line where it may be repeated: LOCKSTEP_CI_INSTALL, LOCKSTEP_CI_CHECK, ...
LOCKSTEP_CI_STATE is the folder for what it installs (~/.cache/lockstep-ci).

Results: summary.md, lockstep.sarif, junit/*.xml, recordings/ and pictures/ of what has findings, logs/.
Exit status: 0 all of it passed; 1 it did not; 2 the call is wrong, or Lockstep or the machine failed, so that there is no verdict.
END
}

say() { printf '%s\n' "$*"; }
complain() { printf 'lockstep.sh: %s\n' "$*" >&2; }
fail() { complain "$@"; exit 2; }

# --- Words of others -----------------------------------------------------------------------------------------------------------

# A name on one line, whatever is in it.
name_of() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%q' "$1"; else printf '%s' "$1"; fi; }

# For HTML and XML. The files are cleaned of what is not UTF-8 when they are whole.
escaped() {
  local text=$1
  text=${text//[$'\001'-$'\010'$'\013'-$'\037'$'\177']/?}
  text=${text//&/"&amp;"} text=${text//</"&lt;"} text=${text//>/"&gt;"} text=${text//\"/"&quot;"}
  printf '%s' "$text"
}

# The text of a workflow command of GitHub's, and a property of one, in which more letters have a meaning.
for_github() { local text=$1; text=${text//%/%25} text=${text//$'\r'/%0D} text=${text//$'\n'/%0A}; printf '%s' "$text"; }
property_for_github() { local text; text=$(for_github "$1"); text=${text//:/%3A} text=${text//,/%2C}; printf '%s' "$text"; }

# The end of a file for the log of a CI system: each line is marked as quoted, and begins no command of such a system.
quoted() {
  tail -c 20000 -- "$1" | tail -n "$2" | LC_ALL=C tr -c '\n\t -~\200-\377' '?' |
    LC_ALL=C sed 's/^\(.\{400\}\).*/\1.../; s/#\([a-z]*\)\[/# \1[/g; s/^/    | /'
}

# Text of any kind -> UTF-8 without characters that XML forbids, or that turn the direction of writing.
cleaned() {
  LC_ALL=C tr -d '\000-\010\013-\037\177' | { iconv -c -f UTF-8 -t UTF-8 2>/dev/null || true; } |
    LC_ALL=C sed 's/\xef\xbf[\xbe\xbf]//g; s/\xe2\x80[\xaa-\xae]//g; s/\xe2\x81[\xa6-\xa9]//g; s/\xed[\xa0-\xbf]//g'
}

# --- Running -------------------------------------------------------------------------------------------------------------------

running=
end() {
  trap '' INT TERM HUP
  [[ -z $running ]] || kill "$running" 2>/dev/null
  exit 130
}

# captured LOG SECONDS COMMAND...: runs a command with its output in a file only; its exit status, 124 or 137 after its time. It gets
# no file by which a step of GitHub's sets variables, and its end is not delayed by what it leaves running.
captured() {
  local log=$1 seconds=$2 status=0 to writer turn
  shift 2
  exec {to}> >(head -c "$largest_log" >"$log" && exec cat >/dev/null)
  writer=$!
  env -u GITHUB_ENV -u GITHUB_OUTPUT -u GITHUB_PATH -u GITHUB_STATE -u GITHUB_STEP_SUMMARY -u BUILDKITE_ENV_FILE \
    timeout --kill-after=10 "$seconds" "$@" >&"$to" 2>&1 </dev/null &
  running=$!
  exec {to}>&-
  wait "$running" || status=$?
  running=
  for turn in {1..100}; do
    kill -0 "$writer" 2>/dev/null || break
    sleep 0.02
  done
  return "$status"
}

# Results: one row for each thing that was judged.
row_group=() row_name=() row_state=() row_text=() row_seconds=() row_detail=()
worst=0
row() { # GROUP NAME STATE TEXT SECONDS [DETAIL]; the state is passed, failed, or `no verdict`
  row_group+=("$1") row_name+=("$(name_of "$2")") row_state+=("$3") row_text+=("${4//[[:cntrl:]]/?}") row_seconds+=("$5") row_detail+=("${6-}")
  case $3 in
    passed) ;;
    failed) ((worst)) || worst=1 ;;
    *) worst=2 ;;
  esac
  say "$3: $1 $(name_of "$2")${4:+: ${4//[[:cntrl:]]/?}}" | LC_ALL=C sed 's/#\([a-z]*\)\[/# \1[/g'
}

# --- Installing ----------------------------------------------------------------------------------------------------------------

state=${LOCKSTEP_CI_STATE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/lockstep-ci}
python=python3
tool=

# has_packages COMMAND... -- PACKAGE...: the commands are there, or these packages of Debian are installed.
has_packages() {
  local missing=0 as_root=()
  while [[ $1 != -- ]]; do
    command -v "$1" >/dev/null || missing=1
    shift
  done
  shift
  ((missing)) || return 0
  apt_install "$@"
}

apt_install() {
  local as_root=()
  command -v apt-get >/dev/null || { complain "these packages are missing, and there is no apt-get: $*"; return 1; }
  if ((EUID != 0)); then
    command -v sudo >/dev/null || { complain "only root can install packages, and there is no sudo: $*"; return 1; }
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120)
  { "${apt[@]}" update -q && "${apt[@]}" install -qy --no-install-recommends "$@"; } >>"$results/logs/install.log" 2>&1 ||
    { quoted "$results/logs/install.log" 15; complain "these packages could not be installed: $*"; return 1; }
}

# Prints the path of a file that is given by its path or address, after its digest has been compared.
given_file() {
  local given=$1 digest='' file name
  [[ $given != *'#sha256='* ]] || { digest=${given##*#sha256=} given=${given%#sha256=*}; }
  if [[ $given =~ ^https?:// ]]; then
    name=${given%%[?#]*} name=${name##*/} name=${name//%2B/+}
    [[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._+~-]*\.(whl|deb)$ ]] || { complain "the address ends with no name of a .whl or .deb: $given"; return 1; }
    [[ $given == https:* || -n $digest ]] || { complain "an address without https needs #sha256=HEX: $given"; return 1; }
    file=$state/given/$name
    has_packages curl -- curl ca-certificates || return
    curl -sSfL --retry 3 --max-time 900 -o "$file" -- "$given" 2>>"$results/logs/install.log" ||
      { quoted "$results/logs/install.log" 3 >&2; complain "could not be fetched: $given"; return 1; }
  else
    [[ $given == *.whl || $given == *.deb ]] || { complain "neither a .whl nor a .deb: $given"; return 1; }
    [[ -f $given ]] || { complain "there is no such file: $given"; return 1; }
    file=$(readlink -f -- "$given")
  fi
  [[ -s $file ]] || { complain "the file is empty: $given"; return 1; }
  if [[ -n $digest ]] && ! sha256sum -- "$file" | grep -qi "^\\\\\?$digest "; then
    complain "the file has another SHA-256 than ${digest:0:64}: $given"
    return 1
  fi
  printf '%s\n' "$file"
}

make_environment() { # with what this Python has, so that a project's own packages are there
  has_packages "$python" -- python3 python3-venv || return
  if ! "$python" -c 'import ensurepip' 2>/dev/null; then apt_install python3-venv || return; fi
  "$python" -m venv --clear --system-site-packages "$state/environment" >>"$results/logs/install.log" 2>&1 ||
    { quoted "$results/logs/install.log" 5; complain "$python makes no virtual environment"; return 1; }
  python=$state/environment/bin/python
}

install_files() {
  local file wheels=() packages=()
  for file in "$@"; do
    case $file in
      *.whl) wheels+=("$file") ;;
      *.deb) packages+=("$file") ;;
    esac
  done
  if ((${#packages[@]})); then
    # Of the package's recommendations, those that programs and this script use.
    apt_install "${packages[@]}" bubblewrap libthrust-dev libcub-dev libomp-19-dev python3-numpy python3-venv || return
    python=/usr/bin/python3 tool=/usr/bin/lockstep
  fi
  make_environment || return
  if ((${#wheels[@]})); then
    "$python" -m pip install -q --disable-pip-version-check "${wheels[@]}" >>"$results/logs/install.log" 2>&1 ||
      { quoted "$results/logs/install.log" 5; complain "the wheels could not be installed"; return 1; }
    tool=$state/environment/bin/lockstep
  fi
}

# Changes with the sources and the system.
key() {
  local system
  system=$(. /etc/os-release && echo "$ID-${VERSION_ID-}") || return
  system=${system//[^A-Za-z0-9.-]/}
  echo "lockstep-$system-$(cd "$root" && find . \( -name .git -o -name 'build*' -o -name .venv -o -name .ccache -o -name __pycache__ \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-32)"
}

install_from_source() {
  local built
  [[ -x $root/lockstep ]] || { complain "no Lockstep: give --install FILE; this script lies in no checkout that could be built"; return 1; }
  built=$state/built/$(key) || return
  if ! compgen -G "$built/*.deb" >/dev/null; then
    say "building Lockstep from $root; this takes a while, once for each version"
    (cd "$root" && ./lockstep package deb) >>"$results/logs/install.log" 2>&1 ||
      { quoted "$results/logs/install.log" 25; complain "Lockstep could not be built"; return 1; }
    mkdir -p "$built" && cp "$root"/build/packages/lockstep-cuda_*.deb "$built/" || return
  fi
  install_files "$built"/*.deb
}

# Sets `tool`, and what builds find it by.
install() {
  local given file files=()
  mkdir -p "$state/given" "$state/bin" || return
  : >"$results/logs/install.log"
  if ((${#install[@]})); then
    for given in "${install[@]}"; do
      file=$(given_file "$given") || return
      files+=("$file")
    done
    install_files "${files[@]}" || return
  elif [[ -n $lockstep ]]; then
    tool=$(command -v -- "$lockstep") || { complain "there is no such program: $lockstep"; return 1; }
  else
    if tool=$(command -v lockstep); then
      # Installed by an earlier call, perhaps.
      [[ ! -x $state/environment/bin/python ]] || python=$state/environment/bin/python
    else
      install_from_source || return
    fi
  fi
  tool=$(CDPATH= cd -- "$(dirname -- "$tool")" && pwd)/$(basename -- "$tool")
  version=$("$tool" --version 2>&1) && [[ $version =~ ^lockstep\ [0-9]+\.[0-9]+\.[0-9]+ ]] ||
    { complain "$tool does not start: ${version:0:300}"; return 1; }
  version=${version:0:40}
  offer
}

# For builds: as if nvcc were this program. Wheels have no layout of a toolkit, in which CMake looks for more than the compiler.
offer() {
  local toolkit flags=
  [[ $mode == run ]] || flags=--lockstep-mode=check
  printf '#!/bin/sh\nexec "%s" nvcc "$@"\n' "$tool" >"$state/bin/lockstep-nvcc" && chmod +x "$state/bin/lockstep-nvcc" || return
  # A folder that is on it already keeps its place: /usr/bin first would hide the Python of a project.
  if [[ $(command -v lockstep) != "$tool" ]]; then
    PATH=$(dirname -- "$tool"):$PATH
    [[ -z ${GITHUB_PATH-} ]] || dirname -- "$tool" >>"$GITHUB_PATH"
  fi
  export PATH=$PATH:$state/bin NVCC="lockstep-nvcc $flags"
  say "using $version: $(name_of "$tool")"
  if toolkit=$("$tool" nvcc --lockstep-toolkit 2>/dev/null) && [[ -d $toolkit ]]; then
    export CUDA_PATH=$toolkit CUDAToolkit_ROOT=$toolkit CUDAFLAGS="$flags ${CUDAFLAGS-}"
    CUDACXX=$(command -v lockstep-nvcc) && export CUDACXX
  elif [[ -n $build ]]; then
    say 'makefiles find $(NVCC); CMake needs the .deb, because wheels have no layout of a toolkit'
  fi
}

# --- Reports -------------------------------------------------------------------------------------------------------------------

# Lockstep's SARIF as lines: R, a kind, its meaning; F, level, kind, URI, line, column, message, other places. The strings stay as JSON
# has them, so they contain no tab and no end of a line. Anything else than such a report is refused.
read_sarif='
  function text_of(line) { sub(/^[^:]*: "/, "", line); sub(/",?$/, "", line); return line }
  function number_of(line) { gsub(/[^0-9]/, "", line); return substr(line, 1, 8) + 0 }
  function is_string(text,   rest) {
    rest = text
    gsub(/\\\\/, "", rest)
    gsub(/\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/, "", rest)
    gsub(/\\["\/bfnrt]/, "", rest)
    return rest !~ /["\\]/
  }
  NR == 1 && $0 != "{" { refused = 1 }
  /^      "results": \[\]/ { ended = 1 }
  /^      "results": \[$/ { inside = 1; next }
  !inside && /^              "id": "/ { rule = text_of($0); next }
  !inside && /^                "text": "/ {
    if (rule ~ /^[a-z0-9-]+$/ && is_string(text_of($0))) print "R\t" rule "\t" text_of($0)
    next
  }
  inside && /^      \]/ { inside = 0; ended = 1; next }
  !inside { last = $0; next }
  /^        \{$/ { kind = level = uri = message = others = ""; line = column = 0; place = ""; next }
  /^          "ruleId": "/ { kind = text_of($0); next }
  /^          "level": "/ { level = text_of($0); next }
  /^            "text": "/ { message = text_of($0); next }
  /^          "locations": \[/ { place = "first"; next }
  /^          "relatedLocations": \[/ { place = "other"; next }
  /^ *"uri": "/ { if (place == "other") other = text_of($0); else uri = text_of($0); next }
  /^ *"startLine": / { if (place == "other") { others = others (others == "" ? "" : " ") other " " number_of($0) " 0"; } else line = number_of($0); next }
  /^ *"startColumn": / { if (place == "other") sub(/ 0$/, " " number_of($0), others); else column = number_of($0); next }
  /^        \},?$/ {
    if (kind !~ /^[a-z0-9-]+$/ || level !~ /^(error|warning|note)$/ || !is_string(message) || message == "") refused = 1
    if ((uri " " others) !~ /^[A-Za-z0-9%._~\/!$&()*+,;=@: \047-]*$/) refused = 1
    if (length(message) > 6000) message = kind ": the report has the text, which is long"
    if (length(uri) > 2000) refused = 1
    if (length(others) > 4000) others = ""
    print "F\t" level "\t" kind "\t" (uri == "" ? "-" : uri) "\t" line "\t" column "\t" message "\t" others
    next
  }
  END { if (refused || !ended || last != "}") exit 3 }'

# take_report FILE: adds its findings to those of the call. `found` is then the number that count, `first` the first one in words.
take_report() {
  local line fields
  found=0 first=
  [[ -s $1 ]] && (($(stat -c %s -- "$1") <= largest_report)) &&
    LC_ALL=C tr -d '\000-\011\013-\037\177' <"$1" | LC_ALL=C awk "$read_sarif" >"$scratch/taken" || return 1
  sed "s|file://$here_as_uri/||g" "$scratch/taken" >"$scratch/relative"
  grep '^R' "$scratch/relative" >>"$scratch/rules"
  grep '^F' "$scratch/relative" >>"$scratch/findings"
  found=$(grep -c $'^F\t\(error\|warning\)\t' "$scratch/relative")
  IFS=$'\t' read -r -a fields < <(grep -m 1 $'^F\t\(error\|warning\)\t' "$scratch/relative")
  ((found == 0)) || first="${fields[2]} at $(name_of "$(path_of "${fields[3]}")"):${fields[4]}"
  return 0
}

as_uri() {
  local LC_ALL=C text=$1 i letter
  for ((i = 0; i < ${#text}; i++)); do
    letter=${text:i:1}
    case $letter in
      [A-Za-z0-9._~/!\$\&\'\(\)*+,\;=@-]) printf '%s' "$letter" ;;
      *) printf '%%%02X' "'$letter" ;;
    esac
  done
}
path_of() { printf '%b' "${1//%/\\x}"; }
# A JSON string without its quotes -> text.
text_of() { local text=${1//\\\//\/}; printf '%b' "$text"; }

write_sarif() {
  local rule level kind uri line column message others others_of i _ comma= between
  {
    printf '{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{\n'
    printf '"tool": {"driver": {"name": "Lockstep", "version": "%s", "rules": [' "${version#lockstep }"
    while IFS=$'\t' read -r _ rule message; do
      printf '%s\n  {"id": "%s", "shortDescription": {"text": "%s"}}' "$comma" "$rule" "$message"
      comma=,
    done < <(awk -F '\t' 'NR == FNR { found[$3]; next } $2 in found && !told[$2]++' "$scratch/findings" "$scratch/rules")
    printf ']}},\n"results": ['
    comma=
    while IFS=$'\t' read -r _ level kind uri line column message others; do
      printf '%s\n  {"ruleId": "%s", "level": "%s", "message": {"text": "%s"}' "$comma" "$kind" "$level" "$message"
      [[ $uri == - ]] || printf ', "locations": [%s]' "$(location "$uri" "$line" "$column")"
      between=', "relatedLocations": ['
      read -r -a others_of <<<"$others"
      for ((i = 0; i + 2 < ${#others_of[@]}; i += 3)); do
        printf '%s%s' "$between" "$(location "${others_of[@]:i:3}" ', "message": {"text": "an access that takes part"}')"
        between=', '
      done
      [[ -z $others ]] || printf ']'
      printf '}'
      comma=,
    done <"$scratch/findings"
    printf ']}]}\n'
  } | cleaned >"$results/lockstep.sarif"
}
location() {
  printf '{"physicalLocation": {"artifactLocation": {"uri": "%s"}' "$1"
  (($2 == 0)) || { printf ', "region": {"startLine": %d' "$2"; (($3 == 0)) || printf ', "startColumn": %d' "$3"; printf '}'; }
  printf '}%s}' "${4-}"
}

# JUnit's form, for what has no program that writes it.
write_junit() {
  local i failures=0 errors=0 count=0
  for i in "${!row_group[@]}"; do
    [[ ${row_group[i]} == check ]] || continue
    ((++count))
    [[ ${row_state[i]} != failed ]] || ((++failures))
    [[ ${row_state[i]} != 'no verdict' ]] || ((++errors))
  done
  ((count)) || return 0
  {
    printf '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="lockstep check" tests="%d" failures="%d" errors="%d">\n' \
      "$count" "$failures" "$errors"
    for i in "${!row_group[@]}"; do
      [[ ${row_group[i]} == check ]] || continue
      printf '<testcase classname="lockstep.check" name="%s" file="%s" time="%d">' \
        "$(escaped "${row_name[i]}")" "$(escaped "${row_name[i]}")" "${row_seconds[i]}"
      case ${row_state[i]} in
        failed) printf '<failure message="%s">%s</failure>' "$(escaped "${row_text[i]}")" "$(escaped "${row_detail[i]}")" ;;
        'no verdict') printf '<error message="%s"/>' "$(escaped "${row_text[i]}")" ;;
      esac
      printf '</testcase>\n'
    done
    printf '</testsuite>\n</testsuites>\n'
  } | cleaned >"$results/junit/check.xml"
}

# The lines around a finding, with a number below each place that takes part. Only files of this project are shown.
excerpt() { # PATH LINE "LINE COLUMN"...
  local file
  file=$(readlink -f -- "$1" 2>/dev/null) || return 0
  [[ -f $file && $file == "$here_in_full"/* ]] || return 0
  shift
  head -c 2000000 -- "$file" | LC_ALL=C tr '\t' ' ' | awk -v at="$1" -v places="${*:2}" '
    BEGIN {
      count = split(places, each, " ")
      for (i = 1; i + 1 <= count; i += 2) { side = (i + 1) / 2; lines[side] = each[i]; columns[side] = each[i + 1]; sides = side }
    }
    NR >= at - 3 && NR <= at + 3 {
      printf "%s %5d | %s\n", NR == at ? ">" : " ", NR, substr($0, 1, 160)
      marks = ""
      for (column = 1; column <= 160; column++) {
        mark = " "
        for (side = 1; side <= sides && side <= 9; side++) if (lines[side] == NR && columns[side] == column) mark = side
        marks = marks mark
      }
      sub(/ +$/, "", marks)
      if (marks != "") printf "        | %s\n", marks
    }
    NR > at + 3 { exit }'
}

write_summary() {
  local i mark count=0 level kind uri line column message others others_of places _ path title
  {
    case $worst in
      0) title='Lockstep: passed' ;;
      1) title='Lockstep: not passed' ;;
      *) title='Lockstep: no verdict' ;;
    esac
    printf '## %s\n\n<table>\n<tr><th></th><th>what</th><th>name</th><th>result</th><th>seconds</th></tr>\n' "$title"
    for i in "${!row_group[@]}"; do
      ((i < 500)) || { printf '<tr><td></td><td colspan="4">and %d more</td></tr>\n' $((${#row_group[@]} - 500)); break; }
      case ${row_state[i]} in
        passed) mark='✅' ;;
        failed) mark='❌' ;;
        *) mark='⚠️' ;;
      esac
      printf '<tr><td>%s</td><td>%s</td><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n' "$mark" "${row_group[i]}" \
        "$(escaped "${row_name[i]:0:200}")" "$(escaped "${row_text[i]:-${row_state[i]}}" | tr '\n' ' ' | cut -c1-400)" "${row_seconds[i]}"
    done
    printf '</table>\n\n'
    while IFS=$'\t' read -r _ level kind uri line column message others; do
      ((count++ < most_findings)) || { printf '<p>There are more findings: lockstep.sarif has all.</p>\n'; break; }
      path=$(path_of "$uri")
      printf '<p>%s <b>%s</b> <code>%s:%d</code></p>\n<pre>\n' "$level" "$kind" "$(escaped "$(name_of "$path")")" "$line"
      # Places in other files are not shown.
      read -r -a others_of <<<"$others"
      places=()
      for ((i = 0; i + 2 < ${#others_of[@]}; i += 3)); do
        if [[ ${others_of[i]} == "$uri" ]]; then places+=("${others_of[@]:i+1:2}"); else places+=(0 0); fi
      done
      escaped "$(excerpt "$path" "$line" "${places[@]}")"
      printf '\n\n%s\n</pre>\n\n' "$(escaped "$(text_of "$message")")"
    done < <(grep $'^F\t\(error\|warning\)\t' "$scratch/findings"; grep $'^F\tnote\t' "$scratch/findings")
    [[ ! -s $scratch/notes ]] || cat "$scratch/notes"
    [[ -z $pictures ]] || printf '<p>Recordings to step through, and pictures of where the threads were, are among the results: <code>%s</code>.</p>\n' \
      "$(escaped "$pictures")"
    printf '<p>%s</p>\n' "$(escaped "$version")"
  } | cleaned | head -c 900000 >"$results/summary.md"
  if [[ -n ${GITHUB_STEP_SUMMARY-} ]]; then cat "$results/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
  if [[ ${BUILDKITE-} == true ]] && command -v buildkite-agent >/dev/null; then
    buildkite-agent annotate --context lockstep --style "$( ((worst)) && echo error || echo success)" <"$results/summary.md" || complain "Buildkite took no annotation"
  fi
}

# The end of a log in the summary.
note() { # TITLE LOG
  printf '<p>%s</p>\n<pre>\n%s\n</pre>\n\n' "$(escaped "$1")" "$(escaped "$(tail -c 8000 -- "$2" | LC_ALL=C tr -d '\000' | tail -n 30)")" >>"$scratch/notes"
  quoted "$2" 30
}

# Marks in GitHub's view of a change; it shows ten of a step.
annotate() {
  [[ ${GITHUB_ACTIONS-} == true ]] || return 0
  local level kind uri line column message others _
  grep -m 10 $'^F\t\(error\|warning\)\t' "$scratch/findings" | while IFS=$'\t' read -r _ level kind uri line column message others; do
    printf '::%s file=%s,line=%d,title=%s::%s\n' "$level" "$(property_for_github "$(path_of "$uri")")" "$line" "$kind" \
      "$(for_github "$(text_of "$message" | LC_ALL=C tr -c '\n -~\200-\377' '?')")"
  done
}

# --- What is judged ------------------------------------------------------------------------------------------------------------

do_build() {
  local status=0
  SECONDS=0
  captured "$results/logs/build.log" $((10 * limit)) bash -euo pipefail -c "$build" || status=$?
  case $status in
    0) row build "${build%%$'\n'*}" passed '' "$SECONDS" ;;
    *) row build "${build%%$'\n'*}" failed "exit status $status" "$SECONDS"; note 'The end of the build' "$results/logs/build.log" ;;
  esac
  ((status == 0))
}

# Fills `files` with those of a pattern, a folder or a file.
find_files() {
  local found=()
  files=()
  if [[ -d $1 ]]; then
    mapfile -d '' -t files < <(find "./$1" -name '*.cu' -type f -print0 2>/dev/null | LC_ALL=C sort -z)
    [[ $1 == /* ]] && mapfile -d '' -t files < <(find "$1" -name '*.cu' -type f -print0 | LC_ALL=C sort -z)
    files=("${files[@]#./}")
  elif [[ -f $1 ]]; then
    files=("$1")
  else
    local IFS=
    shopt -s nullglob globstar
    found=($1)
    shopt -u nullglob globstar
    for one in "${found[@]}"; do [[ ! -f $one ]] || files+=("$one"); done
  fi
  ((${#files[@]}))
}

do_check() {
  local pattern files file
  for pattern in "${check[@]}"; do
    if ! find_files "$pattern"; then
      row check "$pattern" 'no verdict' 'there is no such file, and nothing was checked' 0
      continue
    fi
    for file in "${files[@]}"; do check_file "$file"; done
  done
}

check_file() {
  local file=$1 status=0 number=$((++checked)) found first words recording=() log report
  log=$results/logs/check-$number.log report=$scratch/check-$number.sarif
  [[ $file != [-@]* ]] || file=./$file
  read -r -a words <<<"$flags"
  ((recorded >= most_pictures)) || recording=(--record "$results/recordings/$number.lstrace")
  SECONDS=0
  captured "$log" "$limit" "$tool" check "${words[@]}" --sarif --report "$report" "${recording[@]}" "$file" || status=$?
  local seconds=$SECONDS
  case $status in
    102) row check "$1" failed 'it does not compile' "$seconds"; note "$1: it does not compile" "$log"; return ;;
    124 | 137) row check "$1" failed "it did not end within $limit s" "$seconds"; return ;;
  esac
  # Whatever it says of itself: a verdict needs a whole report.
  if ! take_report "$report"; then
    row check "$1" 'no verdict' "lockstep check ended with exit status $status and left no whole report" "$seconds"
    note "$1: the end of the output" "$log"
    return
  fi
  ((found == 0)) || picture "$number"
  case $status-$found in
    0-0) row check "$1" passed '' "$seconds" ;;
    103-0) row check "$1" failed 'the program failed' "$seconds"; note "$1: the end of the output" "$log" ;;
    104-0) row check "$1" failed 'the program did not end' "$seconds" ;;
    105-0) row check "$1" failed 'advice that counts as a finding' "$seconds" ;;
    108-0) row check "$1" failed 'no kernel ran, so nothing was checked' "$seconds" ;;
    111-0) row check "$1" failed 'it uses what Lockstep refuses' "$seconds"; note "$1: the end of the output" "$log" ;;
    *-0) row check "$1" 'no verdict' "lockstep check ended with exit status $status" "$seconds"; note "$1: the end of the output" "$log" ;;
    *) row check "$1" failed "$found finding$( ((found == 1)) || echo s): $first" "$seconds" "$(details)" ;;
  esac
}

# The findings that take_report has just taken, in words.
details() {
  local level kind uri line column message others _
  grep -m 10 $'^F\t\(error\|warning\)\t' "$scratch/relative" | while IFS=$'\t' read -r _ level kind uri line column message others; do
    printf '%s:%d: %s  [%s]\n' "$(name_of "$(path_of "$uri")")" "$line" "$(text_of "$message")" "$kind"
  done
}

# Where the threads were when the first finding's first thread came to its line.
picture() {
  local file=$results/recordings/$1.lstrace fields thread line
  [[ -s $file ]] || return 0
  ((++recorded))
  pictures=${results##*/}/recordings
  IFS=$'\t' read -r -a fields < <(grep -m 1 $'^F\t\(error\|warning\)\t' "$scratch/relative")
  [[ ${fields[6]} =~ thread\ \(([0-9,]+)\)\ of\ block\ \(([0-9,]+)\)[^\\]*at\ line\ ([0-9]+) ]] || return 0
  thread=${BASH_REMATCH[2]}/${BASH_REMATCH[1]} line=${BASH_REMATCH[3]}
  captured "$results/logs/picture-$1.log" 60 "$tool" export "$file" --thread "$thread" --line "$line" --svg "$results/pictures/$1.svg" || true
}

# attribute FILE NAME: a number of the first test suite in JUnit's form, before any words of tests.
attribute() {
  local text
  text=$(head -c 4000 -- "$1" 2>/dev/null | LC_ALL=C tr '\000\n\t' '   ')
  text=${text#*<testsuite } text=${text%%>*}
  [[ " $text" =~ \ $2=\"([0-9]+)\" ]] && echo "${BASH_REMATCH[1]}" || echo 0
}

# Tests whose program writes JUnit's form itself. A run in which nothing ran is no success.
judge_tests() { # GROUP NAME STATUS SECONDS TEXT
  local xml=$results/junit/$1.xml ran
  ran=$(($(attribute "$xml" tests) - $(attribute "$xml" skipped) - $(attribute "$xml" disabled)))
  if (($3 == 124 || $3 == 137)); then
    row "$1" "$2" failed "it did not end within $((10 * limit)) s" "$4"
  elif ((ran <= 0)); then
    row "$1" "$2" 'no verdict' "no test ran (exit status $3)" "$4"
  elif (($3)) || [[ -n $5 ]]; then
    row "$1" "$2" failed "$(($(attribute "$xml" failures) + $(attribute "$xml" errors))) of $ran tests failed${5:+; $5}" "$4"
  else
    row "$1" "$2" passed "$ran tests" "$4"
    return
  fi
  note "$1 $2: the end of the output" "$results/logs/$1.log"
}

do_ctest() {
  local status=0 seconds report found first text= reports=$results/reports count=0
  if ! command -v ctest >/dev/null; then
    row ctest "$ctest" 'no verdict' 'there is no ctest' 0
    return
  fi
  SECONDS=0
  LOCKSTEP_REPORT="${reports//%/%%}/%e-%p.sarif" LOCKSTEP_FINDINGS_STATUS=105 \
    captured "$results/logs/ctest.log" $((10 * limit)) \
    ctest --test-dir "$ctest" --no-tests=error --output-on-failure --output-junit "$results/junit/ctest.xml" || status=$?
  seconds=$SECONDS
  while IFS= read -r -d '' report; do
    ((++count <= 2000)) || break
    if ! take_report "$report"; then text="the report $(name_of "${report##*/}") is damaged"; elif ((found)); then text=${text:-$first}; fi
  done < <(find "$reports" -name '*.sarif' -type f -print0 | LC_ALL=C sort -z)
  [[ $mode == run ]] || ((count)) || text=${text:-'no test ran a program that was built with --lockstep-mode=check'}
  judge_tests ctest "$ctest" "$status" "$seconds" "$text"
}

do_pytest() {
  local status=0 path=("${pytest[@]}")
  SECONDS=0
  if ! "$python" -c 'import pytest' 2>/dev/null && [[ $python == "$state"/* ]]; then
    "$python" -m pip install -q --disable-pip-version-check pytest >>"$results/logs/install.log" 2>&1
  fi
  captured "$results/logs/pytest.log" $((10 * limit)) \
    "$python" -m pytest --junitxml "$results/junit/pytest.xml" --lockstep-schedules all --lockstep-recordings "$results/recordings" -- "${path[@]}" || status=$?
  judge_tests pytest "${path[*]}" "$status" "$SECONDS" ''
}

do_grade() {
  local status=0 graded=0 solved=0 state=passed log=$results/logs/grade.log hidden_runs=()
  [[ -z $hidden ]] || hidden_runs=(--hidden "$hidden")
  # A link could lead to the solution.
  if [[ $(readlink -f -- "$submissions") != "$(realpath -sm -- "$here_in_full/$submissions")" && $(readlink -f -- "$submissions") != "$(realpath -sm -- "$submissions")" ]]; then
    row grade "$submissions" failed 'it is a link, or lies below one' 0
    return
  fi
  SECONDS=0
  captured "$log" $((10 * limit)) "$tool" lesson grade "${hidden_runs[@]}" --csv "$results/grades.csv" --json "$results/grades.json" \
    --junit "$results/junit/grade.xml" "$grade" "$submissions" || status=$?
  # A line of the JSON that begins like this is no sentence of anybody's.
  graded=$(grep -c '^      "state": "' "$results/grades.json" 2>/dev/null)
  solved=$(grep -c '^      "state": "solved"' "$results/grades.json" 2>/dev/null)
  if ((status != 0 || graded == 0)); then
    row grade "$submissions" 'no verdict' "lockstep lesson grade ended with exit status $status" "$SECONDS"
    note 'The end of the output' "$log"
    return
  fi
  ((solved == graded)) || [[ $solved_all != yes ]] || state=failed
  row grade "$submissions" "$state" "$graded graded, $solved solved" "$SECONDS"
  # A sentence may quote what hidden runs expect.
  [[ -n $hidden ]] || note 'The grades' "$log"
}

# --- The call ------------------------------------------------------------------------------------------------------------------

install=() build= check=() flags= ctest= pytest=() grade= submissions= hidden= solved_all=no
mode=check results=lockstep-results limit=600 lockstep= version='Lockstep did not start' pictures= checked=0 recorded=0

is_list() { [[ $1 == install || $1 == check || $1 == pytest ]]; }

read_variables() {
  local option variable value line
  for option in install build check flags ctest pytest grade submissions hidden solved mode results limit lockstep; do
    variable=LOCKSTEP_CI_${option^^}
    value=${!variable-}
    [[ -n $value ]] || continue
    if is_list "$option"; then
      while IFS= read -r line; do
        line=${line#"${line%%[![:space:]]*}"} line=${line%"${line##*[![:space:]]}"}
        [[ -z $line ]] || set_option "$option" "$line"
      done <<<"$value"
    else
      set_option "$option" "$value"
    fi
  done
}

set_option() {
  case $1 in
    install) install+=("$2") ;;
    check) check+=("$2") ;;
    pytest) pytest+=("$2") ;;
    solved) solved_all=$2 ;;
    build | flags | ctest | grade | submissions | hidden | mode | results | limit | lockstep) printf -v "$1" '%s' "$2" ;;
    *) fail "unknown option: --$1; see --help" ;;
  esac
}

read_options() {
  while (($#)); do
    case $1 in
      --help | -h) usage; exit 0 ;;
      --key) key && say "$state/built"; exit ;;
      --*) (($# >= 2)) && [[ -n $2 ]] || fail "$1 needs a value; see --help"; set_option "${1#--}" "$2"; shift 2 ;;
      *) fail "unknown argument: $(name_of "$1"); see --help" ;;
    esac
  done
}

judge_options() {
  [[ $mode == check || $mode == run ]] || fail "--mode is check or run"
  [[ $limit =~ ^[1-9][0-9]{0,5}$ ]] || fail "--limit is a number of seconds"
  [[ $solved_all == yes || $solved_all == no ]] || fail "--solved is yes or no"
  [[ -z $grade && -z $submissions || -n $grade && -n $submissions ]] || fail "--grade and --submissions belong together"
  [[ $grade$submissions$hidden != -* && $submissions != -* && $hidden != -* ]] || fail "a lesson and its folders do not begin with -"
  ((${#install[@]} + ${#check[@]} + ${#pytest[@]})) || [[ -n $build$ctest$grade ]] || fail "there is nothing to do; see --help"
}

# Results of an earlier call must not be taken for this one's, and nothing else may be deleted.
begin_results() {
  if [[ -e $results && ! -e $results/.lockstep-results ]]; then
    [[ -d $results && -z $(ls -A -- "$results") ]] || fail "--results $(name_of "$results") holds something else: name a folder that is new or empty"
  fi
  [[ ! -L $results ]] || fail "--results is a link"
  rm -rf -- "$results" && mkdir -p -- "$results"/{logs,junit,reports,recordings,pictures} && : >"$results/.lockstep-results" ||
    fail "--results $(name_of "$results") cannot be written"
  results=$(CDPATH= cd -- "$results" && pwd)
  scratch=$(mktemp -d) || fail "there is no room for temporary files"
  trap 'rm -rf "$scratch"' EXIT
  : >"$scratch/findings" && : >"$scratch/rules"
}

main() {
  local begun=$SECONDS
  trap end INT TERM HUP
  read_variables
  read_options "$@"
  judge_options
  here_in_full=$(pwd -P) here_as_uri=$(as_uri "$here")
  begin_results
  if ! install; then
    row install "${install[*]:-Lockstep}" 'no verdict' 'Lockstep could not be installed' $((SECONDS - begun))
  else
    local built=yes
    [[ -z $build ]] || do_build || built=no
    ((${#check[@]} == 0)) || do_check
    if [[ -n $ctest && $built == no ]]; then
      row ctest "$ctest" 'no verdict' 'the build failed' 0
    elif [[ -n $ctest ]]; then
      do_ctest
    fi
    ((${#pytest[@]} == 0)) || do_pytest
    [[ -z $grade ]] || do_grade
    ((${#row_group[@]})) || row install "$(name_of "$tool")" passed "$version" $((SECONDS - begun))
  fi
  rmdir -- "$results"/{junit,reports,recordings,pictures} 2>/dev/null
  mkdir -p -- "$results/junit"
  write_junit
  write_sarif
  write_summary
  annotate
  say "lockstep.sh: $(case $worst in 0) echo passed ;; 1) echo 'not passed' ;; *) echo 'no verdict' ;; esac); the results are in $(name_of "$results")"
  exit "$worst"
}

main "$@"
