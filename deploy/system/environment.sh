# shellcheck shell=sh
# Makes the environment of a version, and goes over to it. Sourced by install.sh, which has the functions did, fail, newest
# and newest_wheel, and the variables ROOT, DRY, HERE, OPT and WHEELS.

LGPIO=0.2.2.0

# Where the new version's wheel is: in the folder, or made of the sources.
wheel() {
  if [ -n "$WHEELS" ]; then
    newest_wheel
    return
  fi
  python3 -P -m venv "$1/maker"
  "$1/maker/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$1" "$HERE/.." >&2
  find "$1" -maxdepth 1 -name 'table_companion-*.whl'
}

# A version has an environment of its own, so that the one before stays as it is and can be gone back to. Where it cannot be
# made, nothing of it is left.
new_version() {
  if [ "$DRY" = yes ]; then
    did "would: make an environment under $OPT/versions and point $OPT/current to it"
    return
  fi
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  made=$(wheel "$work")
  [ -n "$made" ] || fail "the program could not be built"
  version=$(basename "$made" | cut -d- -f2)
  target=$OPT/versions/$version
  print=$(sha256sum "$made" | cut -d' ' -f1)
  BEFORE=$(readlink "$ROOT$OPT/current") || BEFORE=
  if is_there; then
    did "version $version is there already"
  else
    trap 'rm -rf "$work"; leave_empty' EXIT
    mkdir -p "$ROOT$OPT/versions"
    chmod 755 "$ROOT$OPT" "$ROOT$OPT/versions"
    if [ -n "$ROOT" ]; then
      python3 "$HERE/target_environment.py" "$ROOT" "$WHEELS" "$made" "$target" || exit 1
    else
      fill "$target" "$made"
    fi
    printf '%s\n' "$print" >"$ROOT$target/.wheel"
    did "installed version $version in $target"
  fi
  rm -rf "$work"
  trap - EXIT
}

go_over() {
  if [ "$DRY" = no ] && [ "$BEFORE" != "versions/$version" ]; then
    switch_to "versions/$version"
  fi
}

# The folders of versions, if there is none.
leave_empty() {
  rmdir "$ROOT$OPT/versions" "$ROOT$OPT" 2>/dev/null || true
}

is_there() {
  [ "$(cat "$ROOT$target/.wheel" 2>/dev/null)" = "$print" ] || return 1
  [ -n "$ROOT" ] || "$target/bin/companion" --version >/dev/null 2>&1
}

# A link is replaced in one step: at no instant is there none.
switch_to() {
  ln -sfn "$1" "$ROOT$OPT/current.new"
  mv -T "$ROOT$OPT/current.new" "$ROOT$OPT/current"
  if [ -n "$BEFORE" ] && [ "$BEFORE" != "$1" ]; then
    basename "$BEFORE" >"$ROOT$OPT/previous"
  fi
  did "$OPT/current is $(basename "$1") now"
}

# fill TARGET WHEEL: an environment. One that was there is put aside, and back when the new one does not work.
fill() {
  into=$1
  from=$2
  if [ -d "$into.aside" ]; then
    # An installation was cut off.
    rm -rf "$into"
  elif [ -d "$into" ]; then
    mv "$into" "$into.aside"
  fi
  trap put_back EXIT
  new_environment
  if ! "$into/bin/companion" --version >/dev/null; then
    fail "the installed program does not run; the version before stays as it was"
  fi
  if ! missing=$("$into/bin/python" -P -m hardware.library_check); then
    fail "libraries that the devices need cannot be loaded; the version before stays as it was:
$missing"
  fi
  "$into/bin/python" -P -m web.templating.compiling ||
    fail "its pages could not be prepared; the version before stays as it was"
  rm -rf "$into.aside"
  trap 'rm -rf "$work"' EXIT
}

put_back() {
  rm -rf "$work" "$into"
  [ ! -d "$into.aside" ] || mv "$into.aside" "$into"
  leave_empty
}

# Into $into, of the wheel $from.
new_environment() {
  set -- --prefer-binary
  [ -z "$WHEELS" ] || set -- --no-index --find-links "$WHEELS"
  pip=
  [ -z "$WHEELS" ] || pip=$(newest pip) || pip=
  if [ -n "$pip" ]; then
    python3 -P -m venv --without-pip "$into"
    system_lgpio "$into"
    # The wheel of pip installs itself too, for the updates.
    set -- "$pip/pip" install "$@" pip
  else
    python3 -P -m venv "$into"
    system_lgpio "$into"
    set -- -P -m pip install "$@"
  fi
  "$into/bin/python" "$@" --quiet --disable-pip-version-check --no-warn-script-location "${from}[pi]" ||
    fail "the program could not be installed; the version before stays as it was${WHEELS:+; are the wheels for Python \
$("$into/bin/python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') on $(uname -m)?}"
}

# lgpio or gpiod drives the pins. Raspberry Pi OS has lgpio as a package; PyPI has it for Python 3.12 and older only. pip
# must take no other version: an old one of the same name is another program.
system_lgpio() {
  found=$(python3 -P -c 'import lgpio; print(lgpio.__file__)' 2>/dev/null) || found=
  if [ -z "$found" ]; then
    return
  fi
  theirs=$(python3 -P -c 'from importlib.metadata import version; print(version("lgpio"))' 2>/dev/null) || theirs=
  if python3 -P -c 'import sys; sys.exit(sys.version_info >= (3, 13))' && [ "$theirs" != "$LGPIO" ]; then
    did "the system's lgpio is version ${theirs:-unknown}; taking $LGPIO instead"
    return
  fi
  packages_at=$(dirname "$found")
  site=$("$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
  for part in "$packages_at"/lgpio.py "$packages_at"/_lgpio*.so "$packages_at"/lgpio-*info; do
    if [ -e "$part" ]; then
      ln -sfn "$part" "$site/$(basename "$part")"
    fi
  done
  did "using the system's lgpio"
}
