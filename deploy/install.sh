#!/bin/sh
# Installs the table companion as a service, on Raspberry Pi OS or Debian (Bookworm or newer). Safe to run again: it brings
# what is there up to date, and never touches plays or settings.
#
#   sudo sh install.sh                   from an unpacked bundle, with the wheels beside it: needs no network
#   sudo sh deploy/install.sh            from a folder with the sources
#   sh install.sh --help                 everything it can do
#
# With --root it does the same in the root of another system, such as a disk image. Nothing in there has to run here: it may
# be of another processor.
set -eu

NAME=table-companion
OPT=/opt/$NAME
ETC=/etc/$NAME
DATA=/var/lib/$NAME
CONFIG=$ETC/companion.toml
UNITS="$NAME.socket $NAME.service"
RETURN=$NAME-return.service
AGAIN=$NAME-again.service
# What the owner wrote on the card, and what the console says.
BESIDE="$NAME-first-contact.service $NAME-console.path"
ISSUE=/etc/issue.d/$NAME.issue
DEVICE_GROUPS="gpio i2c spi dialout audio input"
HERE=$(cd "$(dirname "$0")" && pwd)

WHEELS=
PROFILE=
TABLE_NAME=
ROOT=
DRY=no
YES=no
START=yes
ACTION=install
REBOOT=no
BEFORE=

usage() {
  cat <<END
Usage: sudo sh $0 [options]

  --wheels DIR     take everything from a folder of wheels: no network is needed; the usual one is "wheels" beside this script
  --profile NAME   what is wired to this table (pi-panel, pi-3-4, pi-5, pi-zero-2w, pods, or a file); only for new settings
  --name NAME      the table's name on the network: NAME.local, the usual one is "table"; "-" leaves the name alone
  --yes            ask nothing
  --no-start       do not start the service, and do not start it at power-on
  --dry-run        say what would be done, and do nothing
  --root DIR       install into DIR, the root of another system (a disk image), from wheels; change nothing else
  --uninstall      take everything away but the plays ($DATA) and the settings ($ETC)
  --help           this text
END
}

# -- saying and doing ---------------------------------------------------------------------------------------------------

say() { printf '%s\n' "$*"; }
did() { printf '  %s\n' "$*"; }
fail() {
  printf 'Error: %s\n' "$*" >&2
  exit 1
}

# Everything that changes the machine goes through here, so that a dry run changes nothing.
change() {
  if [ "$DRY" = yes ]; then
    did "would: $*"
  else
    "$@"
  fi
}

# As `change`, for what concerns the running system and not its files.
system() {
  if [ -z "$ROOT" ]; then
    change "$@"
  fi
}

has() { command -v "$1" >/dev/null 2>&1; }

# own OWNER PATH: the owner of a file or folder, USER:GROUP by their names there.
own() {
  user=${1%:*}
  group=${1#*:}
  if [ -n "$ROOT" ] && [ "$DRY" = no ]; then
    user=$(number passwd "$user")
    group=$(number group "$group")
  fi
  if [ "$DRY" = yes ] || [ "$(id -u)" -eq 0 ]; then
    change chown "$user:$group" "$ROOT$2"
  else
    did "not root, so the owner of $2 stays to be set: $1"
  fi
}

# number FILE NAME: of a user or group of the other system.
number() {
  awk -F : -v name="$2" '$1 == name { print $3; found = 1 } END { exit !found }' "$ROOT/etc/$1" || fail "no $2 in $ROOT/etc/$1"
}

# lay MODE FROM TO: put a file in its place, if it is not there already as it should be.
lay() {
  if [ -f "$ROOT$3" ] && cmp -s "$2" "$ROOT$3"; then
    return
  fi
  change mkdir -p "$(dirname "$ROOT$3")"
  change install -m "$1" "$2" "$ROOT$3"
  did "wrote $3"
}

# -- options ------------------------------------------------------------------------------------------------------------

value() {
  if [ "$#" -lt 2 ] || [ -z "$2" ]; then
    fail "$1 needs a value; see --help"
  fi
}

other_system() {
  [ -d "$1" ] || fail "$1 is not a folder"
  ROOT=$(cd "$1" && pwd)
  [ "$ROOT" != / ] || fail "--root / is this machine itself: leave it out"
}

while [ "$#" -gt 0 ]; do
  case $1 in
    --wheels) value "$@"; WHEELS=$2; shift ;;
    --profile) value "$@"; PROFILE=$2; shift ;;
    --name) value "$@"; TABLE_NAME=$2; shift ;;
    --root) value "$@"; other_system "$2"; shift ;;
    --yes) YES=yes ;;
    --no-start) START=no ;;
    --dry-run) DRY=yes ;;
    --uninstall) ACTION=uninstall ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; fail "unknown option $1" ;;
  esac
  shift
done

# -- wheels, questions --------------------------------------------------------------------------------------------------

newest_wheel() { newest table_companion; }

# newest NAME: its newest wheel in the folder.
newest() {
  found=$(find "$WHEELS" -maxdepth 1 -name "$1-*.whl" | sort -V | tail -n 1)
  [ -n "$found" ] && printf '%s\n' "$found"
}

agree() {
  if [ "$YES" = yes ] || [ "$DRY" = yes ] || [ ! -t 0 ]; then
    return
  fi
  printf '%s [y/N] ' "$1"
  read -r answer
  case $answer in
    [yYsS]*) ;;
    *) fail "nothing was changed" ;;
  esac
}

# -- the system's own packages ------------------------------------------------------------------------------------------

packages() {
  has espeak-ng || did "left out: espeak-ng, with which the table can speak; if you want that: sudo apt install espeak-ng"
  if [ -z "$MISSING" ]; then
    return
  fi
  if [ -n "$WHEELS" ]; then
    did "left out:$MISSING (no network; without avahi-daemon the table has no name, only its number)"
    return
  fi
  did "installing$MISSING"
  # shellcheck disable=SC2086  # a list of words
  change env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $MISSING
}

# -- who it runs as -----------------------------------------------------------------------------------------------------

account() {
  if [ -n "$ROOT" ]; then
    root_account
    return
  fi
  for group in $DEVICE_GROUPS; do
    if ! getent group "$group" >/dev/null; then
      change groupadd --system "$group"
      did "made the group $group"
    fi
  done
  if ! getent passwd "$NAME" >/dev/null; then
    change useradd --system --user-group --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin \
      --comment "Table companion" "$NAME"
    did "made the user $NAME"
  fi
  # The service has these groups by its unit; "companion doctor" by hand needs them too.
  change usermod --append --groups "$(printf %s "$DEVICE_GROUPS" | tr ' ' ,)" "$NAME"
}

# By what writes the files of another system without running anything there, or looking names up here.
root_account() {
  if [ "$DRY" = yes ]; then
    did "would: make the user $NAME in the groups $DEVICE_GROUPS"
    return
  fi
  mkdir -p "$ROOT/etc"
  before=$(cat "$ROOT/etc/passwd" "$ROOT/etc/group" 2>/dev/null) || true
  users=$(mktemp)
  {
    for group in $DEVICE_GROUPS; do
      printf 'g %s -\nm %s %s\n' "$group" "$NAME" "$group"
    done
    printf 'u %s - "Table companion" %s /usr/sbin/nologin\n' "$NAME" "$DATA"
  } >"$users"
  told=$(systemd-sysusers --root="$ROOT" "$users" 2>&1) || fail "the user $NAME could not be made in $ROOT: $told"
  rm -f "$users"
  if [ "$before" != "$(cat "$ROOT/etc/passwd" "$ROOT/etc/group")" ]; then
    did "made the user $NAME in the groups $DEVICE_GROUPS"
  fi
}

# Of an installed machine, the service makes it; it belongs to the same user.
data() {
  if [ ! -d "$ROOT$DATA" ]; then
    change mkdir -p "$ROOT$DATA"
    change chmod 0750 "$ROOT$DATA"
    own "$NAME:$NAME" "$DATA"
    did "made the folder for plays: $DATA"
  fi
}

# -- settings -----------------------------------------------------------------------------------------------------------

settings() {
  if [ -e "$ROOT$CONFIG" ]; then
    did "kept your settings: $CONFIG"
    if [ -n "$PROFILE" ]; then
      did "  --profile is for new settings only; write it there yourself: profile = \"$PROFILE\""
    fi
    return
  fi
  fresh=$(mktemp)
  # Where the example shows the key, and not behind a table at its end. A table that is switched on where no known Wi-Fi
  # is near opens its own: nobody is there to ask for it.
  awk -v profile="$PROFILE" '
    /^# profile = / && profile != "" { print "profile = \"" profile "\""; next }
    /^# hotspot = / { print "hotspot = \"auto\""; next }
    { print }
  ' "$HERE/companion.toml" >"$fresh"
  change mkdir -p "$ROOT$ETC"
  change install -m 0640 "$fresh" "$ROOT$CONFIG"
  # The PIN may stand in it.
  own "root:$NAME" "$CONFIG"
  rm -f "$fresh"
  did "wrote settings: $CONFIG"
}

# -- rights, names ------------------------------------------------------------------------------------------------------

files() {
  lay 0644 "$HERE/system/udev.rules" /etc/udev/rules.d/60-$NAME.rules
  lay 0644 "$HERE/system/modules.conf" /etc/modules-load.d/$NAME.conf
  lay 0644 "$HERE/system/polkit.rules" /etc/polkit-1/rules.d/50-$NAME.rules
  lay 0644 "$HERE/network/table-companion-dnsmasq.conf" /etc/NetworkManager/dnsmasq-shared.d/$NAME.conf
  lay 0644 "$HERE/network/table-companion-avahi.service" /etc/avahi/services/$NAME.service
  lay 0755 "$HERE/system/companion" /usr/local/bin/companion
  lay 0644 "$HERE/README.md" $OPT/README.md
  for unit in $UNITS $RETURN $AGAIN $BESIDE $NAME-console.service; do
    lay 0644 "$HERE/systemd/$unit" "/etc/systemd/system/$unit"
  done
  if [ "$(readlink "$ROOT$ISSUE")" != "/run/$NAME/console.issue" ]; then
    change mkdir -p "$(dirname "$ROOT$ISSUE")"
    change ln -sfn "/run/$NAME/console.issue" "$ROOT$ISSUE"
    did "the console shows how to reach the table"
  fi
}

# Avahi answers to NAME.local. The machine itself keeps its own name.
table_name() {
  avahi=$ROOT/etc/avahi/avahi-daemon.conf
  if [ "$TABLE_NAME" = - ] || [ ! -f "$avahi" ]; then
    return
  fi
  if [ -z "$TABLE_NAME" ] && grep -Eq '^host-name=' "$avahi"; then
    return
  fi
  line="host-name=${TABLE_NAME:-table}"
  if grep -Fqx "$line" "$avahi"; then
    return
  fi
  [ -e "$avahi.before-$NAME" ] || change cp -p "$avahi" "$avahi.before-$NAME"
  change sed -i -e '/^#\{0,1\}host-name=/d' -e "s/^\[server\]\$/[server]\n$line/" "$avahi"
  did "the table is ${TABLE_NAME:-table}.local on the network"
  system systemctl try-restart avahi-daemon.service
}

# -- the service --------------------------------------------------------------------------------------------------------

service() {
  change systemctl daemon-reload
  change udevadm control --reload
  change udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev --action=change
  # Modules that this kernel does not have are not missed: then there is nothing they would drive.
  change systemctl restart systemd-modules-load.service || did "some kernel modules could not be loaded"
  if systemctl is-active --quiet polkit.service; then
    change systemctl try-restart polkit.service
  fi
  if [ "$START" = no ]; then
    return
  fi
  # shellcheck disable=SC2086  # a list of words
  change systemctl enable --quiet $UNITS $BESIDE
  # shellcheck disable=SC2086  # a list of words
  [ "$DRY" = yes ] || systemctl reset-failed $UNITS 2>/dev/null || true
  change systemctl start $NAME.socket $NAME-console.path
  change systemctl restart $NAME.service || go_back
  did "started the service, now and at every power-on"
}

# Units are enabled by links, which the other system reads when it starts.
root_service() {
  [ "$START" = yes ] || return 0
  for unit in $UNITS $BESIDE; do
    case $(systemctl --root="$ROOT" is-enabled "$unit" 2>/dev/null) in
      enabled) ;;
      *)
        change systemctl --root="$ROOT" enable --quiet "$unit"
        did "enabled $unit: it starts at power-on"
        ;;
    esac
  done
}

# The new version does not come up. What was there before did.
go_back() {
  if [ -n "$BEFORE" ] && [ "$BEFORE" != "$(readlink "$OPT/current")" ]; then
    switch_to "$BEFORE"
    systemctl restart $NAME.service || true
    fail "the new version did not start, so the one before is back; see: sudo journalctl -u $NAME -n 80"
  fi
  fail "it did not start; see: sudo journalctl -u $NAME -n 80"
}

closing_words() {
  if [ "$DRY" = yes ]; then
    say "Nothing was changed."
    return
  fi
  if [ -n "$ROOT" ]; then
    say "Done in $ROOT; nothing of this machine was changed."
    return
  fi
  say "Done."
  if [ "$START" = yes ]; then
    address=$(systemctl show --property StatusText --value $NAME.service)
    say "  Phones:    ${address:-see: systemctl status $NAME}"
    say "  Admin PIN: hold OK on the panel, or: sudo companion pin"
  fi
  say "  Settings:  $CONFIG   Plays: $DATA   Look: sudo companion doctor"
  if [ "$REBOOT" = yes ]; then
    say "  I2C and SPI come on with the next start of the machine: sudo reboot"
  fi
}

install_all() {
  check_options
  if [ -n "$ROOT" ]; then
    check_root
    no_problems
    say "Installing the table companion into $ROOT"
  else
    check_machine
    no_problems
    agree "Install the table companion as a service of this machine?"
    say "Installing the table companion"
    packages
  fi
  # The last that can fail for what came with the installer; what it made is away again then.
  new_version
  account
  go_over
  settings
  if [ -n "$ROOT" ]; then
    data
  fi
  files
  buses
  table_name
  if [ -n "$ROOT" ]; then
    root_service
  else
    service
  fi
  closing_words
}

# -- uninstalling --------------------------------------------------------------------------------------------------------

uninstall_all() {
  if [ -z "$ROOT" ]; then
    [ "$DRY" = yes ] || [ "$(id -u)" -eq 0 ] || fail "this changes the system, so it has to be run as root: sudo sh $0 --uninstall"
    agree "Take the table companion away? Plays and settings stay."
  fi
  say "Taking the table companion away${ROOT:+ from $ROOT}"
  if [ -z "$ROOT" ]; then
    for unit in $UNITS $BESIDE; do
      if systemctl cat "$unit" >/dev/null 2>&1; then
        change systemctl disable --quiet --now "$unit"
      fi
    done
  elif [ -f "$ROOT/etc/systemd/system/$NAME.service" ]; then
    # shellcheck disable=SC2086  # a list of words
    change systemctl --root="$ROOT" disable --quiet $UNITS $BESIDE
  fi
  for file in /etc/udev/rules.d/60-$NAME.rules /etc/modules-load.d/$NAME.conf /etc/polkit-1/rules.d/50-$NAME.rules \
    /etc/NetworkManager/dnsmasq-shared.d/$NAME.conf /etc/avahi/services/$NAME.service /usr/local/bin/companion \
    /etc/systemd/system/$NAME.service /etc/systemd/system/$NAME.socket /etc/systemd/system/$RETURN \
    /etc/systemd/system/$AGAIN \
    /etc/systemd/system/$NAME-first-contact.service /etc/systemd/system/$NAME-console.path \
    /etc/systemd/system/$NAME-console.service /etc/modprobe.d/$NAME-country.conf $ISSUE $OPT; do
    if [ -e "$ROOT$file" ] || [ -L "$ROOT$file" ]; then
      change rm -rf "$ROOT$file"
      did "removed $file"
    fi
  done
  buses_away
  before=$ROOT/etc/avahi/avahi-daemon.conf.before-$NAME
  if [ -e "$before" ]; then
    change mv "$before" "${before%.before-"$NAME"}"
    system systemctl try-restart avahi-daemon.service
    did "gave the machine its own name back"
  fi
  system systemctl daemon-reload
  system udevadm control --reload
  say "Kept: plays in $DATA, settings in $ETC, the user $NAME they belong to."
  say "  To delete those too:  sudo rm -r $DATA $ETC && sudo userdel $NAME"
}

# shellcheck source=/dev/null
. "$HERE/system/checks.sh"
# shellcheck source=/dev/null
. "$HERE/system/environment.sh"
# shellcheck source=/dev/null
. "$HERE/system/buses.sh"

case $ACTION in
  install) install_all ;;
  uninstall) uninstall_all ;;
esac
