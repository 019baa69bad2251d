"""The files in ``deploy/server``: known options, addresses that agree, pins with digests, settings as promised."""

from __future__ import annotations

import re

import yaml
from packaging.requirements import Requirement

from tests.packages import CHECKOUT
from tests.repo.test_documented_commands import options_of

SERVER = CHECKOUT / "deploy" / "server"


def text(name: str) -> str:
    return (SERVER / name).read_text("utf-8")


def test_every_option_exists_and_the_addresses_agree() -> None:
    shown = options_of("serve")
    for name in ("nginx.conf", "phase10.service", "Dockerfile"):
        options = re.findall(r"(?<![\w-])--(?:address|base-url|host|data)\b", text(name))
        assert options
        assert all(option in shown for option in options)
        assert "/phase10/" in text(name)
        assert "school.example" in text(name)


def test_the_container_can_do_little() -> None:
    service = yaml.safe_load(text("compose.yaml"))["services"]["phase10"]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["ports"] == ["127.0.0.1:8866:8866"], "only a proxy on the same machine reaches it"
    assert {"mem_limit", "pids_limit", "cpus"} <= service.keys()
    assert "USER 1000" in text("Dockerfile")
    for copied in re.findall(r"^COPY (?!--)(\S+)", text("Dockerfile"), re.MULTILINE):
        assert (CHECKOUT / copied).exists()
    # Otherwise, systemd would end the whole service when Linux ends a process that needs too much memory.
    assert "OOMPolicy=continue" in text("phase10.service").splitlines()


def pins_in(path: str) -> dict[str, str]:
    """Return the version of every package of an image, by its name; each has digests."""
    pins = {}
    for entry in re.split(r"\n(?=\w)", re.sub(r"(?m)^\s*#.*\n", "", (CHECKOUT / path).read_text("utf-8")).strip()):
        head, *digests = re.split(r"\s*\\\n\s*", entry.strip())
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", digest) for digest in digests), entry
        assert digests, entry
        requirement = Requirement(head)
        (exact,) = requirement.specifier
        assert exact.operator == "=="
        pins[requirement.name.lower().replace("_", "-")] = exact.version
    return pins


def test_every_package_of_the_images_has_its_version_and_digests() -> None:
    pins, hub = pins_in("deploy/server/requirements.txt"), pins_in("deploy/hub/requirements.txt")
    assert {"anywidget", "tornado", "mistune", "segno"} <= pins.keys()
    assert "voila" not in pins, "no kernel runs on the class server"
    for name, version in pins.items():
        assert hub.get(name, version) == version, f"{name}: the same version as in the hub's image"
