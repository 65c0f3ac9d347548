# shellcheck shell=sh disable=SC2034  # install.sh reads MISSING
# Looks at everything that an installation needs before it changes anything, and says all that is in the way at once. Sourced
# by install.sh, which has the functions did, fail, has, newest and newest_wheel, and its variables.

PROBLEMS=
NEEDED_MB=400
TOOLS="awk cmp find getent groupadd install mktemp python3 sed sha256sum sort systemctl udevadm useradd usermod"
ROOT_TOOLS="awk cmp find install mktemp python3 sed sha256sum sort systemctl systemd-sysusers"
# Where an installation writes.
PLACES="/opt /etc /etc/systemd/system /usr/local/bin /var/lib"

problem() {
  PROBLEMS="$PROBLEMS
  - $*"
}

# Ends the installation if something is in the way.
no_problems() {
  [ -z "$PROBLEMS" ] || fail "nothing was changed, since this is in the way:$PROBLEMS"
}

check_options() {
  if [ -z "$WHEELS" ] && [ -d "$HERE/wheels" ]; then
    WHEELS=$HERE/wheels
  fi
  if [ -n "$WHEELS" ]; then
    if [ ! -d "$WHEELS" ]; then
      problem "$WHEELS is not a folder"
    else
      WHEELS=$(cd "$WHEELS" && pwd)
      newest_wheel >/dev/null || problem "there is no table_companion-*.whl in $WHEELS"
    fi
  elif [ -n "$ROOT" ]; then
    problem "--root takes everything from a folder of wheels; name it with --wheels"
  elif [ ! -f "$HERE/../pyproject.toml" ]; then
    problem "there are no sources beside this script; name a folder of wheels with --wheels"
  fi
  case $TABLE_NAME in
    "" | -) ;;
    *[!a-z0-9-]* | -* | *-) problem "--name takes small letters, digits and hyphens" ;;
  esac
  check_files
}

# That what is to be copied came whole: a memory stick or a download may have lost something of it.
check_files() {
  for file in README.md companion.toml target_environment.py target_pip.py system/companion system/buses.sh \
    system/environment.sh system/udev.rules system/modules.conf system/polkit.rules system/spi.dtbo \
    network/table-companion-dnsmasq.conf network/table-companion-avahi.service; do
    [ -r "$HERE/$file" ] || problem "$HERE/$file is missing"
  done
  for unit in $UNITS $RETURN $AGAIN $BESIDE $NAME-console.service; do
    [ -r "$HERE/systemd/$unit" ] || problem "$HERE/systemd/$unit is missing"
  done
  if [ -r "$HERE/SHA256SUMS" ] && has sha256sum; then
    broken=$(cd "$HERE" && sha256sum --check --quiet SHA256SUMS 2>/dev/null | sed -n 's/: FAILED.*//p' | tr '\n' ' ')
    [ -z "$broken" ] || problem "these files are not as they were packed, so copy the bundle anew: ${broken% }"
  fi
}

# A profile that does not exist would open the table without its devices. Settings that are there name their own.
check_profile() {
  [ -n "$PROFILE" ] || return 0
  case $PROFILE in
    *[!A-Za-z0-9._/~-]*)
      problem "--profile takes the name of a shipped profile, or the path of a file"
      return
      ;;
    */*)
      [ -f "$ROOT$PROFILE" ] || problem "there is no profile $PROFILE${ROOT:+ in $ROOT}"
      return
      ;;
  esac
  [ ! -f "$ROOT$DATA/profiles/$PROFILE.toml" ] || return 0
  shipped=$(shipped_profiles) || return 0
  case " $shipped " in
    *" $PROFILE "*) ;;
    *) problem "there is no profile $PROFILE; shipped are $shipped" ;;
  esac
}

# Their names, on one line; fails where they cannot be read.
shipped_profiles() {
  if [ -z "$WHEELS" ]; then
    names=$(cd "$HERE/../hardware/profiles" 2>/dev/null && printf '%s\n' ./*.toml) || return 1
  else
    names=$(python3 -P -m zipfile -l "$(newest_wheel)" 2>/dev/null | sed -n 's#^\(hardware/profiles/[^ ]*\.toml\) .*#\1#p')
  fi
  [ -n "$names" ] || return 1
  printf '%s\n' "$names" | sed 's#.*/##; s#\.toml$##' | tr '\n' ' ' | sed 's/ $//'
}

check_tools() {
  lacking=
  for tool in $1; do
    # Who only tries has no folder for root's programs on the path.
    has "$tool" || [ -x "/usr/sbin/$tool" ] || lacking="$lacking $tool"
  done
  [ -z "$lacking" ] || problem "these programs are missing:$lacking"
}

check_python() {
  has python3 || return 0
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    problem "Python 3.11 or newer is needed${1:-}, this is $(python3 --version 2>&1); Bookworm is the oldest system that has it"
}

check_room() {
  free=$(df -Pm "$(nearest "$ROOT/opt")" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge "$NEEDED_MB" ] || problem "there are $free MB free, $NEEDED_MB are needed"
  for place in $PLACES; do
    there=$(nearest "$ROOT$place")
    [ -w "$there" ] || [ "$(id -u)" -ne 0 ] || problem "$there cannot be written to; is it read-only?"
  done
}

nearest() {
  place=$1
  while [ ! -d "$place" ]; do place=$(dirname "$place"); done
  printf '%s\n' "$place"
}

check_machine() {
  [ "$DRY" = yes ] || [ "$(id -u)" -eq 0 ] || problem "this changes the system, so it has to be run as root: sudo sh $0"
  [ -d /run/systemd/system ] || problem "systemd does not run here; the README says how to start the companion by hand"
  ! grep -qs "^$NAME / overlay " /proc/mounts ||
    problem "the system on the card is read-only: write read_only = false into table.toml on it and switch the table on twice"
  check_tools "$TOOLS"
  check_python
  check_profile
  check_room
  check_others
  check_packages
}

# What other programs have already.
check_others() {
  command=/usr/local/bin/companion
  if [ -e $command ] && ! grep -qs "/opt/$NAME/" $command; then
    problem "$command is another program's: move it away first"
  fi
  if [ "$START" = yes ] && port_80_is_taken && ! systemctl is-active --quiet "$NAME.socket" 2>/dev/null; then
    problem "port 80 is taken by another program, which this shows: sudo ss -ltnp 'sport = :80'"
  fi
}

# Linux lists what listens (state 0A), ports in hexadecimal digits.
port_80_is_taken() {
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk '$2 ~ /:0050$/ && $4 == "0A" { found = 1 } END { exit !found }'
}

# The system's packages that are missing, and whether they can be had.
check_packages() {
  MISSING=
  has python3 || return 0
  # A folder of wheels may bring pip; everything else of it Python has by itself.
  if [ -z "$WHEELS" ] || ! newest pip >/dev/null; then
    python3 -P -c 'import ensurepip, venv' 2>/dev/null || MISSING="$MISSING python3-venv"
  fi
  has avahi-daemon || [ -x /usr/sbin/avahi-daemon ] || MISSING="$MISSING avahi-daemon"
  if [ -z "$WHEELS" ]; then
    # spidev comes as source only, for every processor.
    has gcc || MISSING="$MISSING gcc libc6-dev"
    [ -f "$(python3 -P -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] || MISSING="$MISSING python3-dev"
  fi
  if [ -n "$WHEELS" ]; then
    case $MISSING in
      *python3-venv*) problem "without network, install it first: python3-venv" ;;
    esac
  elif [ -n "$MISSING" ] && ! has apt-get; then
    problem "install these first:$MISSING"
  elif [ -n "$MISSING" ]; then
    # shellcheck disable=SC2086  # a list of words
    apt-get install --simulate -q -q --no-install-recommends $MISSING >/dev/null 2>&1 ||
      problem "apt cannot install these, so run sudo apt update, or install them first:$MISSING"
  fi
}

# What another system needs to be installed into, and what this one needs for it.
check_root() {
  check_tools "$ROOT_TOOLS"
  check_python " on this machine too"
  check_profile
  check_room
  if has python3 && [ -r "$HERE/target_environment.py" ]; then
    told=$(python3 "$HERE/target_environment.py" "$ROOT" 2>&1 >/dev/null) || problem "${told#Error: }"
  fi
  [ -x "$ROOT/usr/sbin/avahi-daemon" ] ||
    did "left out: avahi-daemon is not in $ROOT; without it the table has no name, only its number"
}
