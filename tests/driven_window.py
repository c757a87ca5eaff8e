"""A real window on a display of its own, driven with real keys and clicks. It tells what is chosen through --state-file."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

PATIENCE = 60  # seconds: a busy machine with a software renderer


def fail(message):
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")


def xdotool(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)


class Window:
    """A window that a command opens, up from the start to close()."""

    def __init__(self, command, scratch):
        self.state_file = scratch / "state"
        self.state_file.unlink(missing_ok=True)
        self.errors = scratch / "errors"
        os.environ.setdefault("LOCKSTEP_LESSONS", str(scratch))  # the user's own look is not touched
        self.process = subprocess.Popen(
            [*command, "--size", "1500x950", "--scale", "1", "--state-file", self.state_file],
            stderr=open(self.errors, "w"))
        self.wait_for("the first frame", lambda s: True)
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(self.process.pid)],
                               check=True, capture_output=True, text=True)
        window = found.stdout.split()[0]
        xdotool("windowfocus", "--sync", window, "mousemove", "--window", window, 10, 10)

    def state(self):
        try:
            return json.loads(self.state_file.read_text())
        except (OSError, ValueError):
            return None

    def wait_for(self, what, is_so):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.state()
            if state is not None and is_so(state):
                return state
            if self.process.poll() is not None:
                fail(f"the window is gone while waiting for {what}: {self.errors.read_text()}")
            time.sleep(0.05)
        fail(f"this never came: {what}; the state is {self.state()}")

    def press(self, *keys):
        xdotool("key", *keys)

    def click(self, x, y):
        xdotool("mousemove", int(x), int(y), "sleep", 0.3, "mousedown", 1, "sleep", 0.3, "mouseup", 1)

    def close(self, status):
        self.press("ctrl+q")
        try:
            ended = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            fail("Ctrl+Q does not close the window")
        if ended != status:
            fail(f"the window ended with status {ended}, not {status}: {self.errors.read_text()}")


@contextlib.contextmanager
def display():
    """An X server of our own, named in the environment."""
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
                              pass_fds=[writing], stderr=subprocess.DEVNULL)
    try:
        os.close(writing)
        number = os.read(reading, 16).decode().strip()
        if not number:
            fail("Xvfb does not start")
        os.environ["DISPLAY"] = f":{number}"
        os.environ.pop("WAYLAND_DISPLAY", None)
        yield
    finally:
        server.terminate()
        server.wait()
