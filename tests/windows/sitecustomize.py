"""A Windows for the code of this project, in a process of Linux that has this folder on PYTHONPATH.

The modules of the package see `os`, `signal`, `socket` and `sys` as on Windows, and modules of Unix are missing for
them. Everything else, the standard library and numba among it, goes on as it is, with processes started by `spawn`.
What this cannot show is the system itself: paths with drives, files that cannot be replaced while they are open.
"""

import builtins
import multiprocessing
import os
import signal
import socket
import sys
import types

NO = {
    "os": {
        "fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "setsid", "killpg", "getpgid", "getpgrp",
        "setpgid",
        "O_NOFOLLOW", "O_DIRECTORY", "O_CLOEXEC", "O_NONBLOCK", "getloadavg", "sysconf", "register_at_fork", "uname",
        "statvfs", "mkfifo", "chown", "fchmod", "sched_getaffinity", "sched_setaffinity", "openpty", "nice", "sync",
        "posix_fallocate", "pread", "pwrite", "fchown", "WNOHANG", "wait", "WIFEXITED",
    },
    "signal": {
        "SIGKILL", "SIGALRM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "alarm", "setitimer",
        "pthread_sigmask", "siginterrupt",
    },
    "socket": {"AF_UNIX"},
}  # fmt: skip
SAYS = {("os", "name"): "nt", ("sys", "platform"): "win32"}
GONE = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "curses"}
OURS = f"{os.sep}eurogym{os.sep}"
import_module = builtins.__import__


class Windows(types.ModuleType):
    """A module that looks otherwise from the files of the package."""

    def __getattribute__(self, name):
        who = super().__getattribute__("__name__")
        special = name in NO.get(who, ()) or (who, name) in SAYS
        if special and OURS in sys._getframe(1).f_code.co_filename:
            if (who, name) in SAYS:
                return SAYS[who, name]
            raise AttributeError(f"module {who!r} has no attribute {name!r} (Windows)")
        return super().__getattribute__(name)


def lock(handle, mode, number):
    """Lock bytes of a file as `msvcrt.locking` does."""
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def imported(name, globals=None, locals=None, fromlist=(), level=0):
    """Import a module, for the package as on Windows."""
    if OURS in str((globals or {}).get("__file__", "")):
        if name.split(".")[0] in GONE:
            raise ModuleNotFoundError(f"No module named {name!r} (Windows)", name=name)
        if name == "msvcrt":
            return types.SimpleNamespace(LK_NBLCK=2, locking=lock)
    return import_module(name, globals, locals, fromlist, level)


multiprocessing.set_start_method("spawn")
for module in (os, signal, socket, sys):
    module.__class__ = Windows
builtins.__import__ = imported
