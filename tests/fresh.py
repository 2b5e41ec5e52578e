"""Python programs in fresh processes that cost little: forks of one process that has loaded numba, and nothing of ours.

A fork has a working folder, an environment and a search path of its own, and runs its program as `python -c` does. What
is decided while numba is loaded (its variables, `sitecustomize`) is not tested so: such a program starts from nothing.
The process is started when the first fork is asked for, once in each process that runs tests, and ends with that.
"""

import atexit
import functools
import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

_MAX_BYTES = 1 << 20  # bytes of a message
_PATIENCE = 300.0


def run_python(
    program: str, *arguments: str, cwd: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh process; its output, errors and exit code. Raises TimeoutError after minutes."""
    if os.name == "nt" or any(name.startswith("NUMBA_") for name in environment):
        line = [sys.executable, "-c", program, *arguments]
        return subprocess.run(line, cwd=cwd, env=dict(environment), capture_output=True, text=True, check=False)
    asked = {"program": program, "arguments": arguments, "cwd": str(cwd), "environment": dict(environment)}
    server = _server()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        socket.send_fds(server, [json.dumps(asked).encode()], [out.fileno(), err.fileno()])
        child = int(server.recv(_MAX_BYTES))
        server.settimeout(_PATIENCE)
        try:
            code = int(server.recv(_MAX_BYTES))
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            server.settimeout(None)
            server.recv(_MAX_BYTES)
            raise
        server.settimeout(None)
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode())
    return subprocess.CompletedProcess(["python", "-c", program, *arguments], code, *said)


@functools.cache
def _server() -> socket.socket:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PYTHONPATH"))}
    one_thread = plain | {"OPENBLAS_NUM_THREADS": "1"}  # a fork has only the thread that forks
    return forked([str(Path(__file__).resolve())], env=one_thread)


def forked(line: Sequence[str], **options: Any) -> socket.socket:
    """The end of a socket whose other end a new process of Python serves, which ends when this one does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, *line, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            **options,
        )
    atexit.register(_end, ours, process)
    return ours


def _end(ours: socket.socket, process: subprocess.Popen[bytes]) -> None:
    ours.close()
    process.wait()


Live = Callable[[dict[str, Any], list[int]], None]
"""What a fork does, which never returns: what was asked of it, and the numbers of its open files."""


def serve(number: int, live: Live, before: Callable[[dict[str, Any]], None] = lambda asked: None) -> None:
    """Fork for whoever asks, one at a time; tell the number of the process, and how it ended."""
    with socket.socket(fileno=number) as server:
        while True:
            message, streams, _, _ = socket.recv_fds(server, _MAX_BYTES, 3)
            if not message:
                return
            asked = json.loads(message)
            before(asked)
            child = os.fork()
            if child == 0:
                server.close()
                live(asked, streams)
            for stream in streams:
                os.close(stream)
            server.send(str(child).encode())
            server.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def take(streams: Sequence[int], environment: Mapping[str, str]) -> None:
    """Make open files the last of this process's three streams, and take over an environment."""
    for number, stream in enumerate(streams, 3 - len(streams)):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), "utf-8")
    errors = io.BufferedWriter(io.FileIO(2, "w", closefd=False))
    sys.stderr = io.TextIOWrapper(errors, "utf-8", "backslashreplace", line_buffering=True)
    os.environ.clear()
    os.environ.update(environment)


def _live(wanted: dict[str, Any], streams: list[int]) -> None:
    take(streams, wanted["environment"])
    os.chdir(wanted["cwd"])
    own = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    sys.path[:] = ["", *own, *sys.path[1:]]  # the first is the folder of this file
    sys.argv = ["-c", *wanted["arguments"]]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    code = 1
    try:
        exec(compile(wanted["program"], "<string>", "exec"), vars(main))
        code = 0
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    except BaseException:  # noqa: BLE001 - as Python says what ends a program
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    import numba  # noqa: F401 - what takes the time

    gc.freeze()
    serve(int(sys.argv[1]), _live)
