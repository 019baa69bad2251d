"""The hub's files: settings that the Helm chart knows, an image of existing files, sufficient pins."""

from __future__ import annotations

import asyncio
import re
import sys
import tomllib
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import yaml
from packaging.requirements import Requirement

from phase10_widgets.cli import parser
from tests.packages import CHECKOUT
from tests.repo.test_server_files import pins_in

HUB = CHECKOUT / "deploy" / "hub"
VALUES: dict[str, Any] = yaml.safe_load((HUB / "values.yaml").read_text("utf-8"))
TABLES: dict[str, Any] = {each["kind"]: each for each in yaml.safe_load_all((HUB / "tables.yaml").read_text("utf-8"))}
DOCKERFILE = (HUB / "Dockerfile").read_text("utf-8")
PINS = pins_in("deploy/hub/requirements.txt")
COPIED = dict(re.findall(r"(?m)^COPY (?:--chown=\S+ )?([^-.\s]\S*) (\S+)$", DOCKERFILE))
"""The image's copies from the repository, and their destinations, without those from an earlier stage."""


def test_every_profile_opens_a_file_in_the_image() -> None:
    assert [source for source in COPIED if not (CHECKOUT / source).exists()] == []
    urls = [VALUES["singleuser"]["defaultUrl"]]
    urls += [each.get("kubespawner_override", {}).get("default_url") for each in VALUES["singleuser"]["profileList"]]
    held = {target.removeprefix("/srv/phase10").rstrip("/") for target in COPIED.values()}
    notebooks = [url.removeprefix("/voila/render") for url in urls if url and url != "/lab"]
    assert len(notebooks) == 2
    for path in notebooks:
        assert (CHECKOUT / path.lstrip("/")).is_file()
        assert f"/{path.split('/')[1]}" in held


def test_the_hub_leads_to_the_shared_tables() -> None:
    """The chart's proxy routes to the service with this name; its pages have the path that a hub gives a service."""
    (name,) = VALUES["hub"]["services"]
    url = urlsplit(VALUES["hub"]["services"][name]["url"])
    service, pod = TABLES["Service"], TABLES["Deployment"]["spec"]["template"]["spec"]["containers"][0]
    assert (url.hostname, url.port) == (service["metadata"]["name"], service["spec"]["ports"][0]["port"])
    assert {"name": "JUPYTERHUB_SERVICE_PREFIX", "value": f"/services/{name}/"} in pod["env"]
    options = parser().parse_args([word.removesuffix("\n") for word in pod["args"][1:]])
    assert (options.command, options.only, options.port, options.public) == ("serve", "tables", url.port, True)
    image = VALUES["singleuser"]["image"]
    assert pod["image"] == f"{image['name']}:{image['tag']}"


def test_only_the_hubs_proxy_reaches_the_shared_tables() -> None:
    """The tables trust the proxy's visitor addresses; they cannot reach anything themselves."""
    labels = TABLES["Deployment"]["spec"]["template"]["metadata"]["labels"]
    policy = TABLES["NetworkPolicy"]["spec"]
    assert TABLES["Service"]["spec"]["selector"] == policy["podSelector"]["matchLabels"] == labels
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert "egress" not in policy
    assert [each["from"] for each in policy["ingress"]] == [[{"podSelector": {"matchLabels": {"component": "proxy"}}}]]


def test_the_pins_meet_the_needs_of_the_package_and_the_chart() -> None:
    """The chart's hub and the visitor's server have the same version up to the last number."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(line) for line in (*project["dependencies"], *extras["app"], *extras["voila"])]
    assert [str(each) for each in wanted if not each.specifier.contains(PINS[each.name])] == []
    chart = re.findall(r"Helm chart [\d.]+ with JupyterHub (\d+\.\d+)\)", (HUB / "values.yaml").read_text("utf-8"))
    assert [PINS["jupyterhub"].startswith(f"{version}.") for version in chart] == [True]


def test_nobody_can_take_anothers_server() -> None:
    """Everybody with the password gets an unguessable name, whatever they typed; the password is not stored."""
    assert "password:" not in (HUB / "values.yaml").read_text("utf-8").lower()
    assert "SharedPasswordAuthenticator" not in VALUES["hub"]["config"]

    class Shared:
        async def authenticate(self, handler: object, data: dict[str, str]) -> str | None:
            return data["username"] if data["password"] == "right" else None

    shared = ModuleType("jupyterhub.authenticators.shared")
    shared.SharedPasswordAuthenticator = Shared  # type: ignore[attr-defined]
    packages = {name: ModuleType(name) for name in ("jupyterhub", "jupyterhub.authenticators")}
    config: Any = SimpleNamespace(JupyterHub=SimpleNamespace())
    with patch.dict(sys.modules, {**packages, shared.__name__: shared}):
        exec(VALUES["hub"]["extraConfig"]["names"], {"c": config})
    visitor = config.JupyterHub.authenticator_class()
    right, wrong = ({"username": "Ana", "password": word} for word in ("right", "wrong"))
    signed_in = [asyncio.run(visitor.authenticate(None, right))["name"] for _ in range(2)]
    assert len({*signed_in, "Ana"}) == 3
    assert all(re.fullmatch(r"visitor-[0-9a-f]{16}", name) for name in signed_in)
    assert not asyncio.run(visitor.authenticate(None, wrong))
