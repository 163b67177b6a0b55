#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image in which submissions are graded.
set -eu
source="${AUTOGRADER:-/autograder}/source"
environment="${COURSE_ENVIRONMENT:-/opt/course}"
export DEBIAN_FRONTEND=noninteractive
apt-get update
# the sandbox, and the library by which system calls are refused
apt-get install -y --no-install-recommends bubblewrap libseccomp2 ca-certificates
python=""
# the versions for which the packages in constraints.txt exist; a system has one of them
for version in 3.11 3.12 3.13; do
  if apt-get install -y --no-install-recommends "python$version" "python$version-venv"; then
    python="python$version"
    break
  fi
done
if [ -z "$python" ]; then
  echo "There is no Python from 3.11 to 3.13 here: choose a newer base image in the settings of the autograder." >&2
  exit 1
fi
"$python" -m venv "$environment"
"$environment/bin/python" -m pip install --no-cache-dir -c "$source/constraints.txt" -r "$source/requirements.txt"
