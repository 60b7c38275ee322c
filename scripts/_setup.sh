# Sourced by the other scripts. `prepare run` makes .venv what the command needs, `prepare test` what everything
# needs; the work is done in _setup.py, and this finds a Python to run it.

root=$(cd "$(dirname "$0")/.." && pwd)
venv=$root/.venv

prepare() {
    # The environment's own Python first: it starts faster than a version manager's stand-in.
    for python in "$venv/bin/python" python3 python3.14 python3.13 python3.12 python3.11 python; do
        if is_new_enough "$python"; then
            "$python" -I "$root/scripts/_setup.py" "$1"
            return
        fi
    done
    echo "bornes: Python 3.11 or newer is needed, and none was found on the PATH" >&2
    exit 1
}

# `tell_help "$@"`: where a script is asked for help, print what stands at its top, and do no more.
tell_help() {
    case "${1:-}" in --help | -h)
        sed -n '2,/^set /{/^#/s/^# \{0,1\}//p;}' "$0"
        exit
        ;;
    esac
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}
