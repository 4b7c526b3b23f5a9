#!/usr/bin/env python3
"""resident_memory.py FAMILY COMMAND...: what each process of a run named wpga or wpga-mpi has resident, by what
it is, when it has most (docs/scale.md).

Looks at /proc/PID/smaps every 20 ms.  A page that several processes share counts in each of them, as in the
peak that the system tells.
"""

import os
import re
import subprocess
import sys
import time

KINDS = ["measures (the family file)", "heap", "other memory without a file", "program", "libraries",
         "shared memory of MPI"]


def kind_of(path, family):
    if path == family:
        return KINDS[0]
    if path == "[heap]":
        return KINDS[1]
    if not path or path.startswith("["):
        return KINDS[2]
    if os.path.basename(path).startswith("wpga"):
        return KINDS[3]
    if path.startswith(("/dev/shm", "/tmp")) or "vader" in path or "ompi" in path:
        return KINDS[5]
    return KINDS[4]


def resident(pid, family):
    """Kilobytes by kind, or None once the process is gone."""
    found = dict.fromkeys(KINDS, 0)
    path = ""
    try:
        with open(f"/proc/{pid}/smaps", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                head = re.match(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$", line)
                if head:
                    path = head.group(1).removesuffix(" (deleted)")
                elif line.startswith("Rss:"):
                    found[kind_of(path, family)] += int(line.split()[1])
    except OSError:
        return None
    return found


def children(pid):
    """All processes below this one."""
    below = []
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            for child in map(int, file.read().split()):
                below += [child, *children(child)]
    except OSError:
        pass
    return below


def name_of(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""


def main():
    family = os.path.realpath(sys.argv[1])
    run = subprocess.Popen(sys.argv[2:])
    most = {}
    while run.poll() is None:
        for pid in [run.pid, *children(run.pid)]:
            if name_of(pid) not in ("wpga", "wpga-mpi"):
                continue
            now = resident(pid, family)
            if now and sum(now.values()) > sum(most.get(pid, {"": 0}).values()):
                most[pid] = now
        time.sleep(0.02)
    for number, found in enumerate(most.values()):
        print(f"process {number}: {sum(found.values()) / 1000:.1f} MB")
        for kind, kilobytes in found.items():
            print(f"  {kilobytes / 1000:6.1f}  {kind}")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
