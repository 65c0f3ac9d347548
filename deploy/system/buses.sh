# shellcheck shell=sh disable=SC2034  # install.sh reads REBOOT
# Switches I2C and SPI of the header on, in the way that each system keeps, and off again. Sourced by install.sh, which has
# the functions change, did, has and lay, and the variables ROOT, DRY, HERE, NAME, ETC and REBOOT.
#
# Raspberry Pi OS: raspi-config, or in the root of another system its dtparam lines in config.txt.
# Debian: raspi-firmware writes config.txt anew at every update, adding what stands in a file of its own; its device trees
# know no dtparam. I2C1 of the header is on in those of the Pi 3, 4 and Zero 2 W; SPI is off, and an overlay switches it on.

BOOT=/boot/firmware
HOOK=/etc/kernel/postinst.d/z50-raspi-firmware
ADDED=/etc/default/raspi-firmware-custom
SPI=$NAME-spi
OVERLAY=$BOOT/overlays/$SPI.dtbo
SWITCHED=$ETC/switched-on
FIRST="# $NAME: buses of the header"
LAST="# $NAME: end"

buses() {
  if [ -z "$ROOT" ] && has raspi-config; then
    raspi_config_buses
  elif debian_writes_config; then
    debian_buses
  elif config=$(config_txt); then
    dtparam_buses "$config"
  else
    did "no config.txt here: I2C and SPI are as they are"
  fi
}

# What was off before is off again.
buses_away() {
  if [ -z "$ROOT" ] && [ -f "$SWITCHED" ] && has raspi-config; then
    while read -r bus; do
      change raspi-config nonint "do_$bus" 1 </dev/null
      did "switched $bus off again"
    done <"$SWITCHED"
    change rm -f "$SWITCHED"
  fi
  for file in $ADDED $BOOT/config.txt /boot/config.txt; do
    if [ -f "$ROOT$file" ] && grep -Fqx "$FIRST" "$ROOT$file"; then
      change sed -i "/^$FIRST\$/,/^$LAST\$/d" "$ROOT$file"
      did "took the buses out of $file"
    fi
  done
  if [ -f "$ROOT$ADDED" ] && [ ! -s "$ROOT$ADDED" ]; then
    change rm -f "$ROOT$ADDED"
  fi
  if [ -f "$ROOT$OVERLAY" ]; then
    change rm -f "$ROOT$OVERLAY"
    did "removed $OVERLAY"
  fi
}

# add_lines FILE: what is read, at its end and marked, for buses_away.
add_lines() {
  lines=$(cat)
  if [ "$DRY" = no ]; then
    mkdir -p "$(dirname "$ROOT$1")"
    printf '%s\n' "$FIRST" "$lines" "$LAST" >>"$ROOT$1"
  fi
}

# -- Raspberry Pi OS --------------------------------------------------------------------------------------------------

raspi_config_buses() {
  for bus in i2c spi; do
    if [ "$(raspi-config nonint "get_$bus")" != 0 ]; then
      change raspi-config nonint "do_$bus" 0
      if [ "$DRY" = no ]; then
        mkdir -p "$ETC"
        printf '%s\n' "$bus" >>"$SWITCHED"
      fi
      did "switched $bus on"
      REBOOT=yes
    fi
  done
}

config_txt() {
  for place in $BOOT/config.txt /boot/config.txt; do
    if [ -f "$ROOT$place" ]; then
      printf '%s\n' "$place"
      return
    fi
  done
  return 1
}

# For all boards.
dtparam_buses() {
  wanted=
  for bus in i2c_arm spi; do
    grep -Eq "^[[:space:]]*dtparam=$bus=on[[:space:]]*\$" "$ROOT$1" || wanted="$wanted $bus"
  done
  if [ -n "$wanted" ]; then
    # shellcheck disable=SC2086  # a list of words
    { printf '[all]\n' && printf 'dtparam=%s=on\n' $wanted; } | add_lines "$1"
    REBOOT=yes
    did "switched on in $1:$wanted"
  fi
}

# -- Debian -----------------------------------------------------------------------------------------------------------

# The package of Raspberry Pi OS has a hook of the same name, which leaves config.txt alone.
debian_writes_config() {
  [ -f "$ROOT$HOOK" ] && grep -Fq "$ADDED" "$ROOT$HOOK"
}

debian_buses() {
  if [ -z "$ROOT" ] && grep -aq 'Raspberry Pi 5' /proc/device-tree/model 2>/dev/null; then
    did "a Pi 5 under Debian needs the kernel of backports, and an overlay for I2C and SPI of its header that is not in here"
    did "  nothing was switched on; recommended for a Pi 5: Raspberry Pi OS"
    return
  fi
  did "I2C is on by Debian's own device trees (Pi 3, 4, Zero 2 W)"
  if ! trees_take_overlays; then
    did "SPI stays off: the device trees of this kernel take no overlay; those of Trixie do"
    return
  fi
  lay 0644 "$HERE/system/spi.dtbo" "$OVERLAY"
  # The first is kept and read at the next update, the other counts until then.
  for file in $ADDED $BOOT/config.txt; do
    if { [ "$file" = $ADDED ] || [ -f "$ROOT$file" ]; } && ! grep -Fqsx "$FIRST" "$ROOT$file"; then
      spi_lines | add_lines "$file"
      REBOOT=yes
      did "switched SPI on in $file"
    fi
  done
}

# An overlay finds what it changes by labels, which the trees of Bookworm's kernel do not have. Where there are no trees
# yet, a kernel is still to come.
trees_take_overlays() {
  [ -d "$ROOT$BOOT" ] && [ -n "$(find "$ROOT$BOOT" -maxdepth 1 -name 'bcm2*.dtb')" ] || return 0
  [ -n "$(find "$ROOT$BOOT" -maxdepth 1 -name 'bcm2*.dtb' -exec grep -al __symbols__ {} +)" ]
}

# Only for boards that the overlay is for: others do not have what it changes.
spi_lines() {
  for board in pi3 pi4 pi02; do
    printf '[%s]\ndtoverlay=%s\n' "$board" "$SPI"
  done
  printf '[all]\n'
}
