"""Show that each answer to the security review has a test: ``python -m devtools.measure.guards [FINDING ...]``.

Each change takes one answer away, in a copy of the checkout, as if the finding had never been fixed. Then the named
test must fail; one that does not end in two minutes has failed, too. docs/audit/security.md is the table of findings.
Some tests start servers, so all of them take about ten minutes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from devtools import command
from devtools.browser.servers import ROOT

CACHES = {".git", ".venv", "node_modules", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
BUILT = {"build", "_site", "dist"}
"""Folders at the root that hold no sources."""
PATIENCE = 120.0
"""The seconds that a test may take; without its guard, some searches never end."""
SERVE = "phase10_widgets/apps/serve/"
SERVER = "tests/apps/test_server.py::"
SEATS = "tests/apps/test_seats.py::"
CONNECTIONS = "tests/apps/test_connections.py::"
SESSION = "tests/core/test_session.py::"
MANY = "tests/core/test_many_groups.py::"


class Guard(NamedTuple):
    """One answer to a finding, and how to take it away."""

    finding: str
    test: str
    file: str
    now: str
    """The text that makes the answer; it occurs once in the file."""
    without: str
    """The text that would stand there without the answer."""


GUARDS = (
    Guard(
        "S1",
        SERVER + "test_what_no_page_sends_ends_the_connection_and_not_the_server",
        SERVE + "sockets.py",
        "            messages.check(ws_message)\n",
        "",
    ),
    Guard("S1", CONNECTIONS + "test_what_is_left_of_a_closed_connection_is_not_read", SERVE + "sockets.py",
          "if self._refused or self.ws_connection is None:", "if self._refused:"),
    Guard("S2", SEATS + "test_pages_at_once_get_no_more_seats_than_there_are", SERVE + "seats.py",
          "return len(self._coming) + len(self._given)", "return len(self._given)"),
    Guard("S2", SEATS + "test_few_kernels_start_at_once", SERVE + "seats.py",
          "asyncio.Semaphore(starts)", "asyncio.Semaphore(60)"),
    Guard("S3", SEATS + "test_only_a_browser_keeps_a_seat", SERVE + "seats.py",
          "overdue = self.overdue()", "overdue = self.overdue()[:0]"),
    Guard("S4", SEATS + "test_a_page_without_a_socket_keeps_its_seat_for_a_minute", SERVE + "seats.py",
          "return OPEN_SECONDS", "return self.cull"),
    Guard("S4", SERVER + "test_what_no_person_opens_starts_no_kernel", SERVE + "door.py",
          "    return Admission.LEAVE\n\n\ndef may_ask", "    return Admission.ENTER\n\n\ndef may_ask"),
    Guard("S5", SESSION + "test_a_file_of_countless_lists_is_refused_before_it_is_read", "phase10_widgets/session.py",
          "validate=True), MAX_FILE)", "validate=True))"),
    Guard("S5", SESSION + "test_a_file_of_countless_lists_is_refused_before_it_is_read",
          "phase10_widgets/core/untrusted_json.py", "> MOST_BRACKETS:", "> 10**9:"),
    Guard("S5", SESSION + "test_a_file_has_few_enough_actions", "phase10_widgets/session.py",
          "> MOST_ACTIONS:", "> 10**9:"),
    Guard("S5", MANY + "test_many_groups_are_solved_by_their_numbers", "phase10_widgets/core/melds.py",
          "NumberSolver(phase, side) if by_number else ColorSolver(phase, side)", "ColorSolver(phase, side)"),
    Guard("S5", MANY + "test_players_estimate_where_the_exact_distance_takes_a_search",
          "phase10_widgets/odds/distance/tables.py",
          "if isinstance(found, SolverTable) else found", "if found is None else found"),
    Guard("S5", MANY + "test_a_phase_that_takes_too_long_is_refused_by_its_name", "phase10_widgets/core/phases.py",
          "> MOST_COMBINATIONS:", "> 10**9:"),
    Guard("S6", SERVER + "test_a_kernel_has_bounds", SERVE + "kernel_bounds.py",
          "        resource.RLIMIT_DATA: memory,\n", ""),
    Guard("S6", "tests/apps/test_messages.py::test_what_no_page_sends_is_refused", SERVE + "messages.py",
          'if name == "comm_open":', 'if name == "comm_open, never":'),
    Guard("S6", SERVER + "test_who_sends_too_fast_waits", SERVE + "sockets.py",
          "await asyncio.sleep(max(wait, self._owed))", "pass"),
    Guard("S6", SERVER + "test_who_goes_on_sending_too_fast_is_disconnected", SERVE + "sockets.py",
          "if max(count.haste, size.haste) > MOST_HASTE:", "if False:"),
    Guard("S7", SERVER + "test_half_a_request_ends", SERVE + "connections.py",
          "            idle_connection_timeout=SECONDS,\n", ""),
    Guard("S7", CONNECTIONS + "test_a_new_connection_takes_the_place_of_the_one_idle_for_longest",
          SERVE + "connections.py", "            oldest.close()\n", ""),
    Guard("S8", "tests/widgets/test_store.py::test_a_visitor_pushes_out_only_games_of_their_own",
          "phase10_widgets/store/store.py", "while len(self._own) > MOST_OWN or", "while False and"),
    Guard("S9", SEATS + "test_a_game_that_waited_is_not_put_away_under_its_visitor", SERVE + "seats.py",
          "get_rendered_notebook(*args, **kwargs)\n        self._sit(kernel_id)\n",
          "get_rendered_notebook(*args, **kwargs)\n"),
    Guard("S10", "tests/apps/test_pages.py::test_a_flood_of_lines_is_counted_instead_of_written", SERVE + "log.py",
          "if self._lines[kind] <= MOST_LINES:", "if True:"),
    Guard("S11", CONNECTIONS + "test_a_browser_that_reads_nothing_is_disconnected", SERVE + "sockets.py",
          "if self._waiting > MOST_WAITING:", "if False:"),
    Guard("S12", "tests/widgets/test_store.py::test_nobody_else_can_read_the_files",
          "phase10_widgets/store/file_store.py", "    claim(path)\n", ""),
    Guard("S13", "tests/apps/test_other_users.py::test_what_kernels_say_goes_through_their_folder",
          SERVE + "kernels.py", 'return "ipc", root', 'return "tcp", root'),
    Guard("S14", "tests/repo/test_hub.py::test_nobody_can_take_anothers_server", "hub/values.yaml",
          'known and {"name": f"visitor-{secrets.token_hex(8)}"}', 'known and {"name": known}'),
    Guard("L1", SERVER + "test_python_says_nothing_of_this_machine", SERVE + "served_kernel.py",
          "return {**super().kernel_info, **self.SHOWN}", "return super().kernel_info"),
    Guard("L1", CONNECTIONS + "test_what_python_prints_stays_on_the_server", SERVE + "sockets.py",
          " or messages.kind(message) not in ANSWERS:", ":"),
    Guard("L2", CONNECTIONS + "test_scripts_may_speak_to_this_server_only", SERVE + "server.py",
          "connect-src 'self' data: blob:", "connect-src 'self' ws: wss: data: blob:"),
    Guard("L3", SERVER + "test_it_answers_only_under_its_names", SERVE + "connections.py",
          "if door.is_ours(request.host_name, self._names):", "if True:"),
    Guard("L4", SERVER + "test_what_is_not_for_visitors_is_not_there", SERVE + "server.py",
          "            TemplateStaticFileHandler: TemplateFile,\n", ""),
    Guard("L5", "tests/apps/test_cli.py::test_who_opens_a_server_to_a_network_is_warned",
          "phase10_widgets/apps/cli/listening.py", "    if is_loopback(host):", '    if host != "0.0.0.0":'),
    Guard("L6", "tests/browser/test_proxy.py::test_a_game_is_played_through_the_proxy", "server/nginx.conf",
          "$http_host;", "$host;"),
    Guard("L7", SESSION + "test_a_name_cannot_disguise_what_stands_beside_it", "phase10_widgets/names.py",
          "    if at := _fault(found):", "    if at := 0:"),
    Guard("L8", "tests/apps/test_cli.py::test_a_path_that_is_none_is_refused_at_once",
          "phase10_widgets/apps/cli/typed.py", r"/?(?:[\w.~-]+/)*[\w.~-]*", r"/?([\w.~-]+/?)*"),
    Guard("L10", "tests/repo/test_server_files.py::test_every_package_of_the_images_has_its_version_and_digests",
          "server/requirements.txt",
          "anyio==4.16.0 \\\n    --hash=sha256:59bb03251907983d1603d27c3087ddb1e93299ea2163adcdba37899a4fb12ffb \\\n"
          "    --hash=sha256:c66ae634e0b8228396b801741beb3294326d4b6102f7bba4041c0dfb58c29026\n", "anyio==4.16.0\n"),
)  # fmt: skip
"""The answers. L9 is a sentence in docs/threats.md."""


def left_out(folder: str, names: list[str]) -> set[str]:
    """Return the names in a folder of the checkout that are not copied."""
    return {*names} & (CACHES | BUILT if Path(folder) == ROOT else CACHES)


def fails(folder: Path, test: str) -> bool:
    """Return True if a test of the copy fails, or does not end."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        words, cwd=folder, env=environment, stdout=quiet, stderr=quiet, start_new_session=True
    ) as run:
        try:
            status = run.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            return True
    if status > 1:
        raise RuntimeError(f"{test} cannot be run: pytest ended with {status}")
    return status == 1


def main() -> int:
    """Take each answer away; return 1 if a test did not notice."""
    words = command.parser(__doc__)
    words.add_argument("findings", nargs="*", metavar="FINDING", help="such as S1; all of them by default")
    chosen = words.parse_args().findings
    if unknown := sorted(set(chosen) - {guard.finding for guard in GUARDS}):
        words.error(f"{', '.join(unknown)}: no such finding has a test")
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "copy")
        shutil.copytree(ROOT, folder, ignore=left_out, symlinks=True)
        for guard in [guard for guard in GUARDS if not chosen or guard.finding in chosen]:
            path = folder / guard.file
            before = path.read_text("utf-8")
            path.write_text(before.replace(guard.now, guard.without), "utf-8")
            noticed = fails(folder, guard.test)
            path.write_text(before, "utf-8")
            missed += not noticed
            print(f"{guard.finding}: {guard.test} {'fails' if noticed else 'DOES NOT FAIL'}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
