# shellcheck shell=sh disable=SC2034  # install.sh reads REBOOT
# Switches I2C and SPI of the header on, in the way that each system keeps. Sourced by install.sh, which has the functions
# change, did, has and lay, and the variables ROOT, DRY, HERE, NAME and REBOOT.
#
# Raspberry Pi OS: raspi-config, or in the root of another system its dtparam lines in config.txt.
# Debian: raspi-firmware writes config.txt anew at every update, adding what stands in a file of its own; its device trees
# know no dtparam. I2C1 of the header is on in those of the Pi 3, 4 and Zero 2 W; SPI is off, and an overlay switches it on.

BOOT=/boot/firmware
HOOK=/etc/kernel/postinst.d/z50-raspi-firmware
ADDED=/etc/default/raspi-firmware-custom
SPI=$NAME-spi
OVERLAY=$BOOT/overlays/$SPI.dtbo

buses() {
  if [ -z "$ROOT" ] && has raspi-config; then
    for bus in i2c spi; do
      if [ "$(raspi-config nonint "get_$bus")" != 0 ]; then
        change raspi-config nonint "do_$bus" 0
        did "switched $bus on"
        REBOOT=yes
      fi
    done
  elif debian_writes_config; then
    debian_buses
  elif config=$(config_txt); then
    dtparam "$config" i2c_arm
    dtparam "$config" spi
  else
    did "no config.txt here: I2C and SPI are as they are"
  fi
}

# What was switched on for the table alone goes again; raspi-config's settings and dtparam lines stay, as others use them.
buses_away() {
  for file in $ADDED $BOOT/config.txt; do
    if [ -f "$ROOT$file" ] && grep -Fqx "$(first_line)" "$ROOT$file"; then
      change sed -i "/^$(first_line)\$/,/^$(last_line)\$/d" "$ROOT$file"
      did "took SPI out of $file"
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

# -- Raspberry Pi OS --------------------------------------------------------------------------------------------------

config_txt() {
  for place in "$ROOT$BOOT/config.txt" "$ROOT/boot/config.txt"; do
    if [ -f "$place" ]; then
      printf '%s\n' "$place"
      return
    fi
  done
  return 1
}

# dtparam FILE NAME: NAME=on, for all boards.
dtparam() {
  if grep -Eq "^[[:space:]]*dtparam=$2=on[[:space:]]*\$" "$1"; then
    return
  fi
  if [ "$DRY" = no ]; then
    printf '\n[all]\ndtparam=%s=on\n' "$2" >>"$1"
  fi
  did "switched $2 on in $1"
  REBOOT=yes
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
  lay 0644 "$HERE/system/spi.dtbo" "$OVERLAY"
  # What is to be kept at the next update, and what counts until then.
  add_lines "$ADDED"
  if [ -f "$ROOT$BOOT/config.txt" ]; then
    add_lines "$BOOT/config.txt"
  fi
  did "I2C is on by Debian's own device trees (Pi 3, 4, Zero 2 W)"
}

first_line() { printf '# %s: SPI of the header' "$NAME"; }
last_line() { printf '# %s: end' "$NAME"; }

# Only for boards that the overlay is for: on another one it is not found what it changes.
spi_lines() {
  first_line
  printf '\n'
  for board in pi3 pi4 pi02; do
    printf '[%s]\ndtoverlay=%s\n' "$board" "$SPI"
  done
  printf '[all]\n'
  last_line
  printf '\n'
}

# add_lines FILE: at its end, once.
add_lines() {
  if [ -f "$ROOT$1" ] && grep -Fqx "$(first_line)" "$ROOT$1"; then
    return
  fi
  if [ "$DRY" = no ]; then
    mkdir -p "$(dirname "$ROOT$1")"
    spi_lines >>"$ROOT$1"
  fi
  did "switched SPI on in $1"
  REBOOT=yes
}
