#!/bin/sh
# Pins what pyproject.toml asks for, for every supported Python: `sh requirements/pin.sh uv`.
set -eu
uv=$1
cd "$(dirname "$0")/.."
pin() {
    output=$1
    shift
    "$uv" pip compile pyproject.toml --universal --python-version 3.10 --no-emit-index-url \
        --quiet --no-header --output-file "requirements/$output" "$@"
}
pin run.txt requirements/build.in
pin test.txt --extra test --constraint requirements/run.txt
pin dev.txt --extra dev --constraint requirements/test.txt
pin bench.txt --extra bench --constraint requirements/test.txt
# RLlib pins another Gymnasium; all else is as the tests have it, so that it is installed once.
others=$(mktemp)
trap 'rm -f "$others"' EXIT
grep -v '^gymnasium==' requirements/test.txt >"$others"
pin rllib.txt --extra rllib --constraint "$others" --no-annotate
