#!/bin/sh
# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
# Runs the kit on this node; 'run.sh --help' says how. It needs this shell and the GPU's driver, nothing else.
case $0 in
  */*) kit=${0%/*} ;;
  *) kit=. ;;
esac
if [ ! -x "$kit/bin/run" ]; then
  echo "run.sh: no '$kit/bin/run': unpack the whole kit, on a file system that executes programs" >&2
  exit 2
fi
exec "$kit/bin/run" "$kit" "$@"
