"""Try out a hub as its visitors would, on this machine: ``python -m devtools.measure.hub_try [VISITORS]``.

A real JupyterHub and its proxy, with the sign-in, settings and culling of `hub/values.yaml`, start servers made from
the pins in `hub/requirements.txt` and the files that `hub/Dockerfile` copies; but as processes, not pods. Visitors
sign in with Chromium, play a round, look at the lessons and JupyterLab, and leave. All reported numbers are measured.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from playwright.sync_api import Page, sync_playwright

from devtools import command
from devtools.browser.driver import TablePage
from devtools.browser.servers import QUIET, ROOT, free_port
from devtools.build import chromium, programs

WORK = programs.BUILD / "hub"
VENV = WORK / "venv"
IMAGE = WORK / "image"
CULLER = "jupyterhub-idle-culler==2.0.0"
PASSWORD = "ten phases, one class"
CULL_SECONDS = 60
"""The idle time before culling, instead of the half hour in the values; checked more often, too."""
PATIENCE = 120_000

CONFIG = """
import json, yaml
c = get_config()
values = yaml.safe_load(open({values!r}))
for name, settings in values["hub"]["config"].items():
    c[name].update(settings)
for program in values["hub"]["extraConfig"].values():
    exec(program)
c.SharedPasswordAuthenticator.user_password = {password!r}
c.JupyterHub.active_server_limit = values["hub"]["activeServerLimit"]
c.JupyterHub.bind_url, c.JupyterHub.hub_bind_url = "http://127.0.0.1:{public}", "http://127.0.0.1:{hub}"
c.ConfigurableHTTPProxy.api_url, c.ConfigurableHTTPProxy.command = "http://127.0.0.1:{api}", {proxy!r}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r}
c.Spawner.cmd = ["sh", "-c", 'cd {folder} && exec {bin}/jupyterhub-singleuser --allow-root "$@"', "sh"]
c.Spawner.ip = "127.0.0.1"
c.Spawner.default_url = values["singleuser"]["defaultUrl"]
c.Spawner.environment = {{**values["singleuser"]["extraEnv"], "JUPYTER_CONFIG_PATH": {settings!r}}}
c.Spawner.environment["JUPYTERHUB_ACTIVITY_INTERVAL"] = "5"
c.JupyterHub.last_activity_interval, c.JupyterHub.activity_resolution = 5, 1
cull = ["{bin}/python", "-m", "jupyterhub_idle_culler", "--timeout={seconds}", "--cull-every=5", "--cull-users=true"]
tables = ["{bin}/phase10", "tables", "--open", "--data=none"]
c.JupyterHub.services = [
    dict(name="cull", command=cull),
    dict(name="tables", command=tables, url="http://127.0.0.1:{tables}"),
]
scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers", "admin:users"]
c.JupyterHub.load_roles = [dict(name="cull", services=["cull"], scopes=scopes)]
"""


def copies(dockerfile: Path) -> Iterator[tuple[str, str]]:
    """Yield what the image copies from the repository, as (source, destination).

    A line is ``COPY [--chown=…] FROM TO``; copies from an earlier stage are not files of the repository.
    """
    for line in dockerfile.read_text("utf-8").splitlines():
        if (match := re.fullmatch(r"COPY (?:--chown=\S+ )?([^-\s]\S*) (\S+)", line)) and match[1] != ".":
            yield match[1], match[2]


def stage() -> None:
    """Lay out the image's files below `IMAGE`."""
    shutil.rmtree(IMAGE, ignore_errors=True)
    for source, target in copies(ROOT / "hub" / "Dockerfile"):
        place = IMAGE / target.lstrip("/") / (Path(source).name if target.endswith("/") else "")
        place.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        copy(ROOT / source, place)


def install() -> list[str]:
    """Install the image's and the hub's packages; return the command that starts the proxy."""
    if not (VENV / ".installed").is_file():
        shutil.rmtree(VENV, ignore_errors=True)
        run(sys.executable, "-m", "venv", VENV)
        run(VENV / "bin/pip", "install", "-qq", "-r", ROOT / "hub" / "requirements.txt")
        run(VENV / "bin/pip", "install", "-qq", CULLER)
        (VENV / ".installed").touch()
    run(VENV / "bin/pip", "install", "-qq", "--no-deps", "--force-reinstall", ROOT)
    run(VENV / "bin/pip", "check")
    return programs.hub_proxy()


def run(*words: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command to its end; raise if it fails."""
    subprocess.run([str(word) for word in words], cwd=ROOT, env=env, check=True)


@contextmanager
def hub(proxy: list[str]) -> Iterator[tuple[str, psutil.Process]]:
    """Run a hub of our own; yield its address and process."""
    state = WORK / "state"
    shutil.rmtree(state, ignore_errors=True)
    state.mkdir(parents=True)
    public = free_port()
    words = {
        "values": str(ROOT / "hub" / "values.yaml"),
        "password": PASSWORD,
        "public": public,
        "hub": free_port(),
        "api": free_port(),
        "tables": free_port(),
        "proxy": proxy,
        "homes": str(state / "{username}"),
        "folder": IMAGE / "srv" / "phase10",
        "bin": VENV / "bin",
        "settings": str(IMAGE / "usr/local/etc/jupyter"),
        "seconds": CULL_SECONDS,
    }
    (state / "config.py").write_text(CONFIG.format(**words), "utf-8")
    with (state / "log").open("wb") as log:
        command = [str(VENV / "bin/python"), "-m", "jupyterhub", "-f", "config.py"]
        server = subprocess.Popen(command, cwd=state, stdout=log, stderr=log)
        try:
            yield f"http://127.0.0.1:{public}/", psutil.Process(server.pid)
        finally:
            server.terminate()
            server.wait(60)


def servers(root: psutil.Process) -> list[psutil.Process]:
    """Return the visitors' servers."""
    return descendants(root, "jupyterhub-singleuser")


def descendants(root: psutil.Process, word: str) -> list[psutil.Process]:
    """Return the descendant processes whose command contains this word."""
    found = []
    for each in root.children(recursive=True):
        with suppress(psutil.Error):  # it may end in the meantime
            if word in " ".join(each.cmdline()):
                found.append(each)
    return found


def memory(process: psutil.Process) -> int:
    """Return the MiB of a process, with shared memory counted proportionally."""
    return int(process.memory_full_info().pss / 2**20)


def work(process: psutil.Process) -> float:
    """Return the CPU seconds used so far, including its kernels."""
    family = [process, *process.children(recursive=True)]
    return sum(float(sum(each.cpu_times()[:2])) for each in family)


def sign_in(page: Page, address: str, name: str) -> str:
    """Sign in, from the hub's first page to the game's setup screen; return the path of the visitor's own server."""
    page.goto(address)
    page.locator("#username_input").fill(name)
    page.locator("#password_input").fill(PASSWORD)
    page.locator("#login_submit").click()
    page.locator('[data-p10="setup"] [data-act="play"]').wait_for(timeout=PATIENCE)
    found = re.search(r"/(user/[^/]+/)", page.url)
    assert found is not None
    return found[1]


def play(page: Page) -> None:
    """Play a round of the game that the setup screen offers."""
    page.locator('[data-p10="setup"] [data-act="play"]').click()
    table = TablePage(page, "classic")
    table.wait()
    table.play_round()


def join_in(page: Page, address: str) -> None:
    """Open a shared table, which is a service of the hub and asks for no account."""
    page.goto(f"{address}services/tables/live")
    page.locator('[name="name"]').fill("Ana")
    page.locator('[data-act="open"]').click()
    page.locator('[data-act="lock"]').wait_for(timeout=PATIENCE)


def wait_for(what: str, done: object) -> float:
    """Wait until a condition holds; return the seconds it took."""
    assert callable(done)
    began = time.monotonic()
    while not done():
        if time.monotonic() - began > 300:
            raise TimeoutError(what)
        time.sleep(0.5)
    return time.monotonic() - began


def visit(address: str, root: psutil.Process, visitors: int) -> None:
    """Send the visitors one after the other; the first plays and looks around, then all leave."""
    measured: dict[str, object] = {}
    path = chromium.find()
    if path is None:
        sys.exit(chromium.ADVICE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        came, homes = [], set[str]()
        for _ in range(visitors):
            page = browser.new_context().new_page()
            began = time.monotonic()
            homes.add(home := sign_in(page, address, "Ana"))  # all of them type the same name
            came.append((page, home, time.monotonic() - began))
        assert len(homes) == visitors, "each has a server of their own"
        measured["sign-in to setup screen, s"] = [round(seconds, 1) for *_, seconds in came]
        measured["a server until then, s of a processor"] = [round(work(server), 1) for server in servers(root)]
        page, home, _ = came[0]
        join_in(browser.new_context().new_page(), address)
        play(page)
        measured["servers, MiB"] = [memory(server) for server in servers(root)]
        measured["kernels, MiB"] = [memory(kernel) for kernel in descendants(root, "ipykernel")]
        measured["hub and proxy, MiB"] = memory(root) + sum(map(memory, descendants(root, "configurable-http-proxy")))
        page.goto(f"{address}{home}voila/render/lessons/index.ipynb")
        page.locator(".p10").first.wait_for(timeout=PATIENCE)
        page.goto(f"{address}{home}lab/tree/notebooks/gallery.ipynb")
        page.locator(".jp-Notebook").wait_for(timeout=PATIENCE)
        measured["with JupyterLab open, MiB"] = max(memory(server) for server in servers(root))
        browser.close()
    measured["everybody gone until servers are, s"] = round(wait_for("servers still run", lambda: not servers(root)))
    for what, value in measured.items():
        print(f"{what}: {json.dumps(value)}")


def main() -> int:
    """Take the number of visitors from the command line; two by default."""
    words = command.parser(__doc__)
    words.add_argument("visitors", nargs="?", type=int, default=2, metavar="VISITORS", help="default: %(default)s")
    options = words.parse_args()
    proxy = install()
    stage()
    with hub(proxy) as (address, root):
        wait_for("the hub does not answer", lambda: answering(root))
        visit(address, root, options.visitors)
    return 0


def answering(root: psutil.Process) -> bool:
    """Return True once the hub's log says that it is up."""
    if not root.is_running() or root.status() == psutil.STATUS_ZOMBIE:
        sys.exit((WORK / "state" / "log").read_text("utf-8"))
    return "JupyterHub is now running" in (WORK / "state" / "log").read_text("utf-8")


if __name__ == "__main__":
    sys.exit(main())
