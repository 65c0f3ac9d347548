# shellcheck shell=sh disable=SC2034  # for the scripts that source it
# Finds the card: its disk, the partition of the system on it, and the one behind that, for the plays. DISK is a card in a
# file, which tests have; its partitions are files of their own.

here=${SYSTEM:-}/var/lib/table-companion-image
made=$here/plays # stands once the partition of the plays was made and filled
data=${SYSTEM:-}/var/lib/table-companion
connections=${SYSTEM:-}/etc/NetworkManager/system-connections
clock=${SYSTEM:-}/var/lib/systemd/timesync

say() { echo "table-companion: $*"; }

only_read() { grep -q '^table-companion / overlay ' /proc/mounts; }

find_card() {
  if [ -n "${DISK:-}" ]; then
    disk=$DISK number=2 next=3 part=$DISK.2 plays=$DISK.3
    return
  fi
  place=${SYSTEM:-/}
  ! only_read || place=/run/table-companion-root/card
  part=$(readlink -f "$(findmnt --noheadings --output SOURCE --nofsroot "$place")")
  name=${part#/dev/}
  number=$(cat "/sys/class/block/$name/partition")
  next=$((number + 1))
  disk=/dev/$(basename "$(dirname "$(readlink -f "/sys/class/block/$name")")")
  plays=${part%"$number"}$next
}
