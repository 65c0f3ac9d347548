#!/bin/sh
# Installs a club of many tables as a service, on Debian or Raspberry Pi OS (Bookworm or newer), beside a table or without
# one. Safe to run again: it brings what is there up to date, and never touches results or settings.
#
#   sudo sh club/install-club.sh             from an unpacked bundle, with its wheels: needs no network
#   sudo sh deploy/club/install-club.sh      from a folder with the sources
#   sudo sh club/install-club.sh --uninstall takes everything away but results and settings
set -eu

NAME=table-companion-club
OPT=/opt/$NAME
ETC=/etc/table-companion
CONFIG=$ETC/club.toml
KEYS=$ETC/club
DATA=/var/lib/$NAME
UNIT=$NAME@.service
FIRST=$NAME@8100.service
COMMAND=/usr/local/bin/companion-club
NEEDED_MB=300
HERE=$(cd "$(dirname "$0")" && pwd)
WHEELS=
BEFORE=
ACTION=install

say() { printf '%s\n' "$*"; }
did() { printf '  %s\n' "$*"; }
fail() {
  printf 'Error: %s\n' "$*" >&2
  exit 1
}

while [ "$#" -gt 0 ]; do
  case $1 in
    --wheels)
      [ "$#" -ge 2 ] && [ -d "$2" ] || fail "--wheels needs a folder of wheels"
      WHEELS=$(cd "$2" && pwd)
      shift
      ;;
    --uninstall) ACTION=uninstall ;;
    -h | --help)
      say "Usage: sudo sh $0 [--wheels DIR] [--uninstall]"
      exit 0
      ;;
    *) fail "unknown option $1: there are --wheels DIR and --uninstall" ;;
  esac
  shift
done

check_machine() {
  [ "$(id -u)" -eq 0 ] || fail "this changes the system, so it has to be run as root: sudo sh $0"
  [ -d /run/systemd/system ] || fail "systemd does not run here: start the club by hand, with companion club"
}

check_needs() {
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    fail "Python 3.11 or newer is needed; Bookworm is the oldest system that has it"
  if [ -z "$WHEELS" ] && [ -d "$HERE/../wheels" ]; then
    WHEELS=$(cd "$HERE/../wheels" && pwd)
  fi
  if [ -n "$WHEELS" ]; then
    newest table_companion >/dev/null || fail "there is no table_companion-*.whl in $WHEELS"
  elif [ ! -f "$HERE/../../pyproject.toml" ]; then
    fail "there are no sources beside this script; name a folder of wheels with --wheels"
  fi
  # A folder of wheels may bring pip; everything else of an environment Python has by itself.
  if [ -z "$WHEELS" ] || ! newest pip >/dev/null; then
    python3 -P -c 'import ensurepip, venv' 2>/dev/null || fail "install it first: sudo apt install python3-venv"
  fi
  command -v openssl >/dev/null || fail "openssl is missing: sudo apt install openssl"
  free=$(df -Pm /opt 2>/dev/null | awk 'NR == 2 { print $4 }')
  [ "${free:-$NEEDED_MB}" -ge "$NEEDED_MB" ] || fail "there are $free MB free, $NEEDED_MB are needed"
}

# newest NAME: its newest wheel in the folder.
newest() {
  found=$(find "$WHEELS" -maxdepth 1 -name "$1-*.whl" | sort -V | tail -n 1)
  [ -n "$found" ] && printf '%s\n' "$found"
}

# lay MODE FROM TO: put a file in its place, if it is not there already as it should be.
lay() {
  if ! [ -f "$3" ] || ! cmp -s "$2" "$3"; then
    install -D -m "$1" "$2" "$3"
    did "wrote $3"
  fi
}

account() {
  if ! getent passwd "$NAME" >/dev/null; then
    useradd --system --user-group --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin \
      --comment "Club of tables" "$NAME"
    did "made the user $NAME"
  fi
}

# Each installation has an environment of its own: one that is cut off changes nothing, and one that does not run neither.
environment() {
  made=$OPT/environments/$(date +%Y%m%d%H%M%S)
  mkdir -p "$OPT/environments"
  trap 'rm -rf "$made"' EXIT
  if [ -z "$WHEELS" ]; then
    python3 -P -m venv "$made"
    "$made/bin/pip" install --quiet --disable-pip-version-check "$(cd "$HERE/../.." && pwd)[club]"
  elif pip=$(newest pip); then
    python3 -P -m venv --without-pip "$made"
    from_wheels "$made/bin/python" "$pip/pip"
  else
    python3 -P -m venv "$made"
    from_wheels "$made/bin/python" -m pip
  fi
  "$made/bin/companion" club --help >/dev/null || fail "the installed program does not run; what was there stays as it was"
  BEFORE=$(readlink "$OPT/current") || BEFORE=
  switch_to "$made"
  trap - EXIT
  did "installed it in $made"
}

from_wheels() {
  "$@" install --quiet --disable-pip-version-check --no-index --find-links "$WHEELS" "$(newest table_companion)[club]"
}

# What was there before did start.
go_back() {
  if [ -n "$BEFORE" ]; then
    switch_to "$BEFORE"
    systemctl restart "$FIRST" "$NAME@*" || true
    fail "the new version did not start, so the one before is back; see: sudo journalctl -u $FIRST -n 80"
  fi
  fail "it did not start; see: sudo journalctl -u $FIRST -n 80"
}

# A link is replaced in one step: at no instant is there none.
switch_to() {
  ln -sfn "$1" "$OPT/current.new"
  mv -T "$OPT/current.new" "$OPT/current"
}

# Environments of before, once nothing runs from them.
older_ones() {
  for old in "$OPT"/environments/*; do
    [ "$old" = "$(readlink "$OPT/current")" ] || rm -rf "$old"
  done
}

settings() {
  if [ -e "$CONFIG" ]; then
    did "kept your settings: $CONFIG"
    return
  fi
  # A password of the database may stand in it.
  install -D -m 0640 -g "$NAME" "$HERE/club.toml" "$CONFIG"
  did "wrote settings: $CONFIG"
}

# Tables know the club by it, so it stays once it is there. It is made beside its place: cut off, there is none.
certificate() {
  if [ ! -s "$KEYS/key.pem" ] || [ ! -s "$KEYS/certificate.pem" ]; then
    rm -rf "$KEYS" "$KEYS.making"
    "$OPT/current/bin/companion" club --config "$CONFIG" certificate "$KEYS.making" >/dev/null
    mv -T "$KEYS.making" "$KEYS"
    did "made a certificate: $KEYS/certificate.pem"
  fi
  chgrp "$NAME" "$KEYS/key.pem"
  chmod 0640 "$KEYS/key.pem"
}

install_all() {
  check_needs
  say "Installing a club"
  account
  environment
  settings
  certificate
  lay 0755 "$HERE/companion-club" "$COMMAND"
  lay 0644 "$HERE/$UNIT" "/etc/systemd/system/$UNIT"
  systemctl daemon-reload
  # Those of other ports are enabled by whoever wants more processes.
  systemctl enable --quiet "$FIRST"
  systemctl reset-failed "$NAME@*" 2>/dev/null || true
  systemctl restart "$FIRST" "$NAME@*" || go_back
  older_ones
  say "Done."
  say "  The club: $(systemctl show --property StatusText --value "$FIRST")   Settings: $CONFIG   Results: $DATA"
}

uninstall_all() {
  say "Taking the club away"
  for unit in $(systemctl list-units --all --plain --no-legend "$NAME@*" | awk '{ print $1 }') "$FIRST"; do
    systemctl disable --quiet --now "$unit" 2>/dev/null || true
  done
  for file in "$COMMAND" "/etc/systemd/system/$UNIT" "$OPT"; do
    if [ -e "$file" ]; then
      rm -rf "$file"
      did "removed $file"
    fi
  done
  systemctl daemon-reload
  say "Kept: results in $DATA, settings in $CONFIG, the user $NAME they belong to."
}

check_machine
case $ACTION in
  install) install_all ;;
  uninstall) uninstall_all ;;
esac
