"""Check that a killed worker does not change a simulation: ``python -m devtools.measure.kills --help``.

The promise: losing a worker does not change any result (docs/cluster.md). Each kill takes a few seconds.

Each round simulates on two workers and kills one of them at a random moment, by its process id, while jobs and results
are in transit. A round in which the kill came too late is repeated. The exit code is 1 if a round produced a different
number or an error, or did not end in time.

    nice python -m devtools.measure.kills --kills 200 --pool dask
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from itertools import count
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from devtools import command
from phase10_widgets import odds
from phase10_widgets.parallel.pools import OwnPool

ASKED = odds.question("wait", edition="classic", phase=1, hand="R1 R1 B5")
TRIALS, CHUNK, IN_FLIGHT = 4_000, 50, 8
SEEDS = 5
"""The number of seeds to cycle through, because Dask caches the results of identical calls for a while."""
LIMIT = 90.0
"""The number of seconds that a round may take."""
SAME, LATE = "the same number", "the kill came too late"


class Workers(NamedTuple):
    """The executor for a round, and a function that returns the processes that may be killed now."""

    executor: Executor
    pids: Callable[[], list[int]]


def simulate(seed: int, workers: Workers | None = None) -> odds.Estimate:
    """Return the estimate as computed by these workers, or by this process."""
    shared: dict[str, Any] = {"executor": workers.executor, "in_flight": IN_FLIGHT} if workers else {}
    return odds.simulate(ASKED, TRIALS, seed, chunk=CHUNK, **shared)


expected = lru_cache(maxsize=SEEDS)(simulate)
"""A single-process computation of the estimate."""


@contextmanager
def killing(workers: Workers, after: float, choice: Random) -> Iterator[list[int]]:
    """Kill one worker after *after* seconds, unless the block ends first; yield the list of killed workers."""
    killed: list[int] = []

    def kill() -> None:
        pids = workers.pids()
        if pids:
            pid = choice.choice(pids)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    timer = threading.Timer(after, kill)
    timer.start()
    try:
        yield killed
    finally:
        timer.cancel()
        timer.join()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the block after *seconds* seconds."""

    def late(*_: object) -> None:
        raise TimeoutError(f"did not end within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def process_pools() -> Iterator[Callable[[], Workers]]:
    """Yield a function that returns the next round's pool, alternating between a caller's new pool and our own."""
    with OwnPool(2) as own, ExitStack() as stack:
        turns = count()

        def workers() -> Workers:
            stack.close()
            if next(turns) % 2:
                return Workers(own, lambda: pids_of(own.pool))
            pool = stack.enter_context(ProcessPoolExecutor(2, get_context("spawn")))
            for warm in [pool.submit(get_ready) for _ in range(2)]:
                warm.result()
            return Workers(pool, lambda: pids_of(pool))

        yield workers


def get_ready() -> None:
    """Import the modules needed for a chunk, and wait so that the other worker handles the next call."""
    expected(0)


def pids_of(pool: Any) -> list[int]:
    """Return the process ids of a pool's workers (none if the pool is broken)."""
    return list(pool._processes or ())


@contextmanager
def dask_clusters() -> Iterator[Callable[[], Workers]]:
    """Yield a function that returns a private cluster with both workers, replacing it if a worker does not return."""
    from distributed import Client, LocalCluster

    here: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    here |= {"n_workers": 2, "threads_per_worker": 1, "processes": True, "scheduler_kwargs": {"dashboard": False}}
    with ExitStack() as stack:
        clients: list[Any] = []

        def workers() -> Workers:
            if not clients or not both(clients[0]):
                stack.close()
                cluster = stack.enter_context(LocalCluster(**here))
                clients[:] = [stack.enter_context(Client(cluster))]
            return Workers(clients[0].get_executor(), lambda: pids_in(clients[0].cluster))

        yield workers


def both(client: Any) -> bool:
    """Return True as soon as a cluster has two workers, or False after half a minute."""
    until = time.monotonic() + 30
    while len(client.scheduler_info()["workers"]) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    return len(pids_in(client.cluster)) == 2


def pids_in(cluster: Any) -> list[int]:
    """Return the process ids of a cluster's workers."""
    return [nanny.pid for nanny in cluster.workers.values() if nanny.pid]


POOLS = {"process": process_pools, "dask": dask_clusters}


def one_round(workers: Workers, seed: int, after: float, choice: Random) -> str:
    """Return the outcome of a round in which a worker is killed after *after* seconds."""
    try:
        with at_most(LIMIT), killing(workers, after, choice) as killed:
            found = simulate(seed, workers)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if not killed:
        return LATE
    return SAME if found == expected(seed) else f"a different number: {found!r}"


def rounds(kills: int, next_workers: Callable[[], Workers], choice: Random) -> Iterator[str]:
    """Yield each round's outcome until *kills* workers have been killed; at most nine in ten kills may be too late."""
    workers = next_workers()
    simulate(0, workers)  # the first round starts the workers
    began = time.perf_counter()
    simulate(1, workers)
    usual = time.perf_counter() - began
    print(f"without a kill, a round takes {usual:.2f} s", flush=True)
    killed = 0
    for at in range(10 * kills):
        if killed == kills:
            return
        ended = one_round(next_workers(), at % SEEDS, choice.uniform(0, usual), choice)
        if ended == LATE:
            usual *= 0.95
        else:
            killed += 1
        yield ended


def main(words: Sequence[str] | None = None) -> int:
    """Print failures immediately, and count all outcomes."""
    parser = command.parser(__doc__)
    parser.add_argument("--kills", type=int, default=20, help="number of workers to kill (%(default)s)")
    parser.add_argument("--pool", choices=POOLS, default="process", help="the type of executor (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed for the times of the kills (%(default)s)")
    options = parser.parse_args(words)
    ended: Counter[str] = Counter()
    with POOLS[options.pool]() as next_workers, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the executor broke", RuntimeWarning)
        for how in rounds(options.kills, next_workers, Random(options.seed)):
            ended[how] += 1
            if how not in (SAME, LATE):
                print(how, flush=True)
    for how, times in ended.most_common():
        print(f"{options.pool}: {times:4} x {how}", flush=True)
    return int(ended[SAME] != options.kills)


if __name__ == "__main__":
    sys.exit(main())
