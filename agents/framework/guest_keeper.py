"""The process between eurogym and a guest, which ends all that it has started: ``guest_keeper.py FD COMMAND...``.

FD is a socket to eurogym. The keeper writes there that the guest has been started, or why not. When eurogym closes it,
or dies, the keeper ends the guest. On Linux it also ends what has left the guest's session: processes whose parent has
ended become children of the keeper. Elsewhere the guest's session is ended. This file imports nothing of eurogym, so
that it starts at once.
"""

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36  # of prctl(2)
PATIENCE = 0.002  # seconds between looks at processes that are ending
STARTED = b"+"


def main() -> None:
    """Start the guest, and stay until it has ended with all that it has started."""
    line, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(line, False)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    failed, guest = started(command)
    os.write(line, failed or STARTED)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the guest alone holds the other ends of its pipes
        os.dup2(nowhere, stream)
    threading.Thread(target=end_with, args=(line, guest), daemon=True).start()
    with contextlib.suppress(ChildProcessError):  # none is left
        while True:
            os.wait()


def started(command: list[str]) -> tuple[bytes, int]:
    """Start a command in a session of its own; return why it could not be started, and its process."""
    read, write = os.pipe()
    guest = os.fork()
    if guest == 0:
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
            signal.signal(number, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(write, (error.strerror or str(error)).encode())
        os._exit(127)
    os.close(write)
    return os.read(read, 1000), guest


def end_with(line: int, guest: int) -> None:
    """End the guest and all that it has started when the other end of the line is closed."""
    with contextlib.suppress(OSError):
        os.read(line, 1)
    while True:  # what is being ended may have started something
        for process in descendants():
            with contextlib.suppress(OSError):  # it has ended
                os.kill(process, signal.SIGKILL)
        if not os.path.isdir("/proc/self"):
            with contextlib.suppress(OSError):
                os.killpg(guest, signal.SIGKILL)
        time.sleep(PATIENCE)


def descendants() -> list[int]:
    """Return the processes below this one, as far as the system lists them in /proc."""
    children: dict[int, list[int]] = {}
    for name in filter(str.isdecimal, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, ValueError, IndexError):  # no process, or it has just ended
            continue
        children.setdefault(parent, []).append(int(name))
    found = list(children.get(os.getpid(), []))
    for process in found:
        found += children.get(process, [])
    return found


if __name__ == "__main__":
    main()
