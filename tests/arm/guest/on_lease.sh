#!/bin/sh
# The phone takes the address it was given; busybox's udhcpc calls this. radios.py says where the phone asks for names.
# shellcheck disable=SC2154  # udhcpc tells by variables
case $1 in
  bound | renew)
    ip address replace "$ip/$mask" dev "$interface"
    ip route replace default via "$router" dev "$interface"
    for each in $dns; do echo "nameserver $each"; done >/run/brought-etc/resolv.conf
    ;;
esac
