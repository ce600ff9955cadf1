#!/usr/bin/env bash
# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0

# What a new user does, on a machine that has nothing: make a bare Debian root, clone HEAD into it, and run
# 'make demo', 'make test' (cold), 'make check' and a part of 'make test-long' there: another part each day, so
# that all of it takes about an hour on two processors. Root does so in a chroot; others in a user namespace.
#
# Everything is mounted in a mount namespace that only the processes in the root share, so the machine's
# own mounts never change, and the kernel undoes what was mounted when the last of those processes ends;
# a process namespace makes sure that they all do. FRESH_DIR names the folder for the root (/var/tmp; 4 GB),
# FRESH_PYTEST_ARGS further arguments of pytest's, FRESH_PART which part of the long tests (today/3; today/1: all of them).
#
# Exit code: 0 all passed, 1 something failed, 3 no bare root can be made here; 128 and more: interrupted.
# shellcheck disable=SC2317 # functions that a trap or another shell calls
set -uo pipefail

PACKAGES=ca-certificates,git,make,gcc,libc6-dev,python3,python3-venv
SUITE=bookworm # where the machine itself is no Debian
CANNOT=3
PART=today/3

say() { echo "fresh: $*"; }
cannot() {
  echo "fresh: no bare root can be made here: $*" >&2
  exit "$CANNOT"
}

top=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel) || cannot "this is no clone"
if [ "$(id -u)" = 0 ]; then
  mode=root
  apart=(unshare --mount --pid --fork --kill-child)
else
  mode=unshare
  apart=(unshare --user --map-auto --setuid 0 --setgid 0 --mount --pid --fork --kill-child)
fi

# --- ways out -------------------------------------------------------------------------------

work='' root='' child='' cleans_up=no

# Run a command with a process group of its own, so that it can be ended whatever it waits for.
contained() {
  local status
  set -m
  "$@" < /dev/null &
  child=$!
  set +m
  wait "$child"
  status=$?
  child=''
  return "$status"
}

# End the command that runs, for certain; before, for some seconds, kindly if it has to clean up itself.
end_child() {
  local first='' _
  [ -n "$child" ] || return 0
  # Its first child is the first process of the namespace, which ends after all others there.
  read -r first _ 2> /dev/null < "/proc/$child/task/$child/children"
  if [ "$cleans_up" = yes ]; then kill -TERM -- "-$child" 2> /dev/null; fi
  for _ in {1..100}; do
    if [ "$cleans_up" = no ] || ! kill -0 "$child" 2> /dev/null || grep -q '^State:.Z' "/proc/$child/status" 2> /dev/null; then break; fi
    sleep 0.1
  done
  kill -KILL -- "-$child" 2> /dev/null
  wait "$child" 2> /dev/null
  for _ in {1..50}; do
    if [ -z "$first" ] || [ ! -e "/proc/$first" ]; then break; fi
    sleep 0.1
  done
}

clean_up() {
  local status=$? _
  trap '' INT TERM HUP
  trap - EXIT
  end_child
  if [ -n "$work" ]; then
    for _ in {1..20}; do
      # What other users of a user namespace own, only its root can remove.
      [ "$mode" = root ] || "${apart[@]}" find "$root" -xdev -mindepth 1 -delete 2> /dev/null
      rm -rf --one-file-system "$work" 2> /dev/null && break
      sleep 0.5
    done
    [ ! -e "$work" ] || echo "fresh: cannot remove $work" >&2
  fi
  exit "$status"
}

# --- what of the machine's settings goes in ---------------------------------------------------

# Copy a file or folder to the same path below the settings; what cannot be read is left out.
take() {
  local path=$1 to=$work/settings${2-$1}
  [ -r "$path" ] || return 0
  mkdir -p "$(dirname "$to")"
  cp -rL "$path" "$(dirname "$to")/" 2> /dev/null
}

# The files and folders that a text names after an option of pip's.
named_files() { grep -oE '(cert|find-links|constraint|requirement)[^=]*=.*' | grep -oE '(^|[= ])/[^ ]+' | tr -d '= '; }

variables=()
collect_settings() {
  local name path apt
  mkdir "$work/settings"
  # Not all of /etc/apt: its hooks call programs that a bare root does not have.
  for path in /etc/apt/auth.conf /etc/apt/auth.conf.d /etc/apt/keyrings /etc/apt/preferences /etc/apt/preferences.d \
    /etc/apt/trusted.gpg /etc/apt/trusted.gpg.d /usr/local/share/ca-certificates /etc/hosts \
    /etc/pip.conf /etc/xdg/pip/pip.conf; do
    take "$path"
  done
  take "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" /root/.config/pip/pip.conf
  take "$HOME/.pip/pip.conf" /root/.pip/pip.conf
  apt=$work/settings/etc/apt/apt.conf.d/90machine
  mkdir -p "${apt%/*}"
  if command -v apt-config > /dev/null; then
    apt-config dump | grep '^Acquire' | grep -vE '^Acquire::(IndexTargets|cdrom)' > "$apt"
  fi
  grep -ohE '"/[^"]+"' "$apt" | tr -d '"' | while read -r path; do [ -f "$path" ] && take "$path"; done
  grep -ohE '/[^] ]+\.(gpg|asc)' /etc/apt/sources.list /etc/apt/sources.list.d/* 2> /dev/null | while read -r path; do
    take "$path"
  done

  for name in $(compgen -e); do
    case $name in
      # where this machine's pip puts things
      PIP_CACHE_DIR | PIP_TARGET | PIP_PREFIX | PIP_ROOT | PIP_SRC | PIP_USER | PIP_LOG | PIP_REQUIRE_VIRTUALENV | PIP_PYTHON) ;;
      PIP_* | http_proxy | https_proxy | no_proxy | all_proxy | HTTP_PROXY | HTTPS_PROXY | NO_PROXY | ALL_PROXY | \
        SSL_CERT_FILE | SSL_CERT_DIR | REQUESTS_CA_BUNDLE | CURL_CA_BUNDLE | GIT_SSL_CAINFO) variables+=("$name=${!name}") ;;
    esac
  done
  {
    printf '%s\n' "${variables[@]}" | grep -E '^(PIP_(CERT|CLIENT_CERT|FIND_LINKS|CONSTRAINT|CONFIG_FILE)|SSL|REQUESTS|CURL|GIT)' |
      grep -oE '[= ]/[^ ]+' | tr -d '= '
    find "$work/settings" -name pip.conf -exec cat {} + | named_files
  } | sort -u | while read -r path; do
    [ "${path%/}" = /etc/ssl/certs ] || take "${path%/}"
  done
  tar -C "$work/settings" --owner=0 --group=0 --mode=u+rwX,go+rX,go-w -cf "$work/settings.tar" .
}

# --- the bare root ----------------------------------------------------------------------------

make_root() {
  local file suite=$SUITE sources=()
  if command -v apt-config > /dev/null && [ -r /etc/os-release ]; then
    # shellcheck source=/dev/null
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-$SUITE}")
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
      if [ -s "$file" ]; then sources+=("$file"); fi
    done
  fi
  say "a bare root of $suite: $PACKAGES"
  # Settings before, as the installation needs them, and after, as it may replace them. dpkg need not
  # wait for the disk: nothing here outlives the run.
  if [ "$mode" = unshare ]; then cleans_up=yes; fi # as its namespaces are its own
  contained "${before[@]}" mmdebstrap --mode="$mode" --variant=minbase --format=directory --include="$PACKAGES" \
    --dpkgopt=force-unsafe-io --setup-hook="tar-in '$work/settings.tar' /" --customize-hook="tar-in '$work/settings.tar' /" \
    --customize-hook="tar-in '$work/head.tar' /root" "$suite" "$root" "${sources[@]}"
}

# --- in namespaces of its own -----------------------------------------------------------------

# Whether mounting is allowed.
probe() { mount -t proc proc "$1" && mount -t tmpfs none "$1"; }

# Mount what programs expect of any machine, and run a command in the root.
enter() {
  local root=$1 device
  shift
  set -e
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys" # without it PoCL sees no memory, and ends what hwloc loads it into
  mount -t tmpfs -o mode=0755 dev "$root/dev"
  for device in null zero full random urandom tty; do
    : > "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for device in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${device%:*}" "$root/dev/${device#*:}"; done
  exec chroot "$root" "$@"
}

# In the root: clone, and run the three commands. All of them, so that one run tells everything.
try_out() {
  local status=0 target times
  export TIMEFORMAT='%R s, %U s + %S s of the processors'
  cd /root || exit 1
  git clone --quiet head.git pointerchain || exit 1
  cd pointerchain || exit 1
  for target in demo test-cold check test-long; do
    echo "fresh: make $target $([ "$target" != test-long ] || echo "PART=$2")"
    # No test is skipped here for want of something that 'make test' could have installed.
    if { time make --no-print-directory "$target" PART="$2" PYTEST_ARGS="-n auto --no-skips $1" 2>&3; } 3>&2 2> /root/time; then
      times+="fresh: make $target: passed, $(cat /root/time)"$'\n'
    else
      times+="fresh: make $target: FAILED, $(cat /root/time)"$'\n'
      status=1
    fi
  done
  printf '%s' "$times"
  exit "$status"
}

# --- here it begins ----------------------------------------------------------------------------

trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

before=()
# Where this script is killed, the kernel kills what it started. (A new user namespace loses that.)
if [ "$mode" = root ] && command -v setpriv > /dev/null; then apart=(setpriv --pdeathsig KILL "${apart[@]}"); fi
if [ "$mode" = root ]; then before=("${apart[@]}" --mount-proc); fi

if ! command -v mmdebstrap > /dev/null && [ "$mode" = root ] && command -v apt-get > /dev/null; then
  say "installing mmdebstrap"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends mmdebstrap; } > /dev/null
fi
command -v mmdebstrap > /dev/null || cannot "mmdebstrap is missing (Debian package mmdebstrap)"
command -v unshare > /dev/null || cannot "unshare is missing (Debian package util-linux)"

work=$(mktemp -d "${FRESH_DIR:-/var/tmp}/pointerchain-fresh.XXXXXX") || cannot "no folder for it (FRESH_DIR)"
root=$work/root
chmod 711 "$work"
mkdir "$root"
if ! problem=$("${apart[@]}" bash -c "$(declare -f probe); probe \"\$@\"" fresh "$root" 2>&1); then
  if [ "$mode" = root ]; then cannot "root may not make and mount namespaces (unshare: $problem)"; fi
  cannot "you are not root, and there is no user namespace with users of its own (newuidmap of Debian package uidmap, lines for $(id -un) in /etc/subuid and /etc/subgid, and a kernel that allows it: $problem)"
fi

start=$SECONDS
say "HEAD is $(git -C "$top" log -1 --format='%h %s')"
[ -z "$(git -C "$top" status --porcelain)" ] || say "the work tree differs from HEAD: what is not committed is not tried"
git clone --quiet --bare --depth 1 "file://$top" "$work/head.git" || exit 1
tar -C "$work" --owner=0 --group=0 -cf "$work/head.tar" head.git
collect_settings
make_root || cannot "mmdebstrap failed"
cleans_up=no
say "the root took $((SECONDS - start)) s, $(("$(wc -c < "$work/head.tar")" / 1024)) KiB are HEAD"

contained "${apart[@]}" bash -c "$(declare -f enter); enter \"\$@\"" fresh "$root" \
  /usr/bin/env -i "${variables[@]}" HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  bash -c "$(declare -f try_out); try_out \"\$@\"" fresh "${FRESH_PYTEST_ARGS-}" "${FRESH_PART-$PART}"
status=$?
say "all of it took $((SECONDS - start)) s"
exit "$status"
