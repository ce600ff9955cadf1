#!/usr/bin/env bash
# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0

# Makes the kit from a clean clone: sets everything up, generates the suite, builds it for a GPU that need not be
# here, and packs it. On the node: tar xzf KIT && pointerchain-kit/run.sh
#
#   scripts/make_kit.sh [-t TARGET] [-l LEVELS] [-o KIT]
#
#   -t TARGET   nvidia:sm_90 and its like (default), or host: clang's device on the host's processor
#   -l LEVELS   of the suite's Linear (default 10)
#   -o KIT      the archive (default pointerchain-kit.tar.gz)
set -euo pipefail

target=nvidia:sm_90 levels=10 kit=pointerchain-kit.tar.gz
usage() { sed -n '/^#   scripts/,/^set/{/^set/d;s/^# \{0,2\}//;p}' "$0"; }
while getopts t:l:o:h option; do
  case $option in
    t) target=$OPTARG ;;
    l) levels=$OPTARG ;;
    o) kit=$OPTARG ;;
    h) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [ $# -gt 0 ]; then usage >&2 && exit 2; fi
case $kit in /*) ;; *) kit=$PWD/$kit ;; esac

cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-python3} scripts/setup.sh
venv=${VENV:-.venv}
[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/python" -c 'import jinja2, pointerchain' 2> /dev/null && "$venv/bin/python" -c 'import nvidia.nvjitlink' 2> /dev/null ||
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -e '.[bench,nvcc]'
suite=build/kit/${target//:/-}
"$venv/bin/pointerchain" bench generate --levels "$levels" -o "$suite"
"$venv/bin/pointerchain" bench build "$suite" --for "$target"
"$venv/bin/pointerchain" bench pack "$suite" -o "$kit"
