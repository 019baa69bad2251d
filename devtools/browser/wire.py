"""A proxy that counts the bytes between browser and server: answers, headers, websocket messages."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """``with Wire(port) as wire``: connections to `wire.port` are forwarded to that port of this machine."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self.port = int(self._listener.getsockname()[1])
        self.received = 0

    def __enter__(self) -> Wire:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits there
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listener.accept()
            except OSError:  # the socket was closed
                return
            threading.Thread(target=self._join, args=(here,), daemon=True).start()

    def _join(self, here: socket.socket) -> None:
        with here, socket.create_connection(("127.0.0.1", self._to)) as there:
            back = threading.Thread(target=self._carry, args=(there, here, True), daemon=True)
            back.start()
            self._carry(here, there, False)
            back.join()

    def _carry(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        """Copy bytes until either side hangs up; then close both."""
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if counted:
                    with self._lock:
                        self.received += len(data)
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
