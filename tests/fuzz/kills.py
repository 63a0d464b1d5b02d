#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kills.py VICTIM [--kills N] [--seed N]: kills a process that works in two windows (victim.c), at
a random moment of its work or of its beginning, when it restores what the one before lost. After
each kill no file may hold anything but a whole text that was there to be saved, and the next
process must show, for each window, a text that had been replaced less than two seconds before the
kill, if at all. To be run in a session of its own (tests/ui/gui-session). Prints counts; the status
is 1 if anything was lost."""
import argparse
import hashlib
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

LOST_AT_MOST = 2.0  # s, what the journal promises
FILES = 2
FIRST = "component M\nend\n"


def sha1(data):
    return hashlib.sha1(data).hexdigest()


class States:
    """What one window has shown, with times, since a process took it over, until a kill."""

    def __init__(self, first):
        self.states = [(0.0, first)]
        self.end = 0.0

    def may_come_back(self):
        """The last one, and those whose next came in the two seconds before the end."""
        return {text for i, (_, text) in enumerate(self.states)
                if i + 1 == len(self.states) or self.states[i + 1][0] > self.end - LOST_AT_MOST}


class Kills:
    def __init__(self, victim, folder, seed):
        self.victim, self.folder, self.draw = victim, folder, random.Random(seed)
        self.log = folder / "log"
        self.windows = [States(sha1(FIRST.encode())) for _ in range(FILES)]
        self.saved = [{sha1(FIRST.encode())} for _ in range(FILES)]
        self.read = self.n_edits = self.n_restores = self.n_cut_short = 0
        self.faults = []
        for i in range(FILES):
            self.path(i).write_text(FIRST)

    def path(self, i):
        return self.folder / f"{i}.dyad"

    def run(self, k):
        """A process that ends after a random time: in its work, or one time of four in its beginning."""
        is_short = self.draw.random() < 0.25
        with open(self.folder / "said", "w") as said:
            process = subprocess.Popen([self.victim, self.folder, str(k)], stdout=said, stderr=said)
        began = time.monotonic()
        while not is_short and process.poll() is None and "restored" not in self.new_lines():
            if time.monotonic() > began + 120:
                break
            time.sleep(0.01)
        time.sleep(self.draw.uniform(0.0, 1.0 if is_short else 4.0))
        status = process.poll()
        end = time.monotonic()
        process.kill()
        process.wait()
        if status is not None:
            self.faults.append(f"{k}: ended by itself with {status}: {(self.folder / 'said').read_text()[-600:]}")
        return end

    def new_lines(self):
        return self.log.read_text()[self.read:] if self.log.exists() else ""

    def judge(self, k, end):
        lines = [line.split() for line in self.new_lines().splitlines()]
        self.read += len(self.new_lines())
        is_begun = [False] * FILES
        for what, window, at, text in lines:
            i = int(window)
            if what == "restored":
                self.n_restores += 1
                if text not in self.windows[i].may_come_back():
                    self.faults.append(f"{k}: window {i} came back older than {LOST_AT_MOST} s, or as nothing that was")
                self.windows[i], is_begun[i] = States(text), True
            elif what == "edited":
                self.n_edits += 1
                self.windows[i].states.append((float(at), text))
            else:
                self.saved[i].add(text)
        for i in range(FILES):
            if is_begun[i]:
                self.windows[i].end = end
            if sha1(self.path(i).read_bytes()) not in self.saved[i]:
                self.faults.append(f"{k}: {self.path(i).name} holds what was never saved")
        self.n_cut_short += not all(is_begun)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("victim", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = f"{name}/cache"
        kills = Kills(options.victim, pathlib.Path(name), options.seed)
        for k in range(options.kills + 1):  # the last one shows what the one before left
            kills.judge(k, kills.run(k))
    print(*kills.faults, sep="\n")
    print(f"{options.kills} kills from seed {options.seed}, {kills.n_cut_short} of them at the beginning, "
          f"{kills.n_edits} edits, {kills.n_restores} windows restored, {len(kills.faults)} faults")
    return 1 if kills.faults or kills.n_restores == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
