"""Acts read aloud: only if asked, only by a voice of the device, and one act at a time."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

VOICES = """(voices) => {
    const said = (window.said = []);
    class Synthesis extends EventTarget {
        getVoices = () => voices;
        speak = (utterance) => said.push(utterance);
        cancel = () => (said.length = 0);
    }
    Object.defineProperty(window, "speechSynthesis", { value: new Synthesis() });
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""
"""A script that replaces the browser's speech: what is being said is in ``said``."""
ENGLISH, GERMAN = ({"lang": lang, "localService": True} for lang in ("en-US", "de-DE"))
SERVICE = {"lang": "en-US", "localService": False}


def with_voices(page: Page, *voices: Mapping[str, object]) -> None:
    page.add_init_script(f"({VOICES})({json.dumps(voices)})")


def said(page: Page) -> list[str]:
    """Return what is being said, block by block."""
    found: list[str] = page.evaluate("window.said.map(({ text }) => text)")
    return found


def test_an_act_is_read_aloud(school: str, page: Page) -> None:
    """With the heading and with mathematics as words, but without buttons; until it ends, or is left or stopped."""
    with_voices(page, GERMAN, ENGLISH)
    page.goto(f"{school}lessons/3#whole")
    act = page.locator(".act", has_text="C(108, 10) hands").first
    page.goto(f"{school}lessons/3#{act.get_attribute('id')}")
    button = page.get_by_role("button", name="Read aloud")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert said(page) == []
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    heading, *text = said(page)
    assert heading == act.locator("h3").inner_text()
    assert "108 choose 10 hands" in " ".join(text)
    assert {*page.evaluate("window.said.flatMap(({ voice, lang }) => [voice.lang, lang])")} == {"en-US"}
    assert {"Next", "Back"}.isdisjoint(text)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert said(page) == []

    button.click()
    page.get_by_role("button", name="Next").click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert said(page) == []
    button.click()
    page.evaluate("(({ utterance }) => utterance.onend({ utterance }))({ utterance: window.said.at(-1) })")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_figure_is_read_without_its_controls(school: str, page: Page) -> None:
    with_voices(page, ENGLISH)
    page.goto(f"{school}lessons/3")
    page.get_by_role("button", name="Read aloud").click()
    assert said(page)[0] == page.locator("h1").inner_text()
    page.goto(f"{school}lessons/3#act-7")
    figure = page.locator(".act[data-now] section.p10")
    expect(figure).to_be_visible()
    page.get_by_role("button", name="Read aloud").click()
    heard = " ".join(said(page))
    assert figure.locator("h2").inner_text() in heard
    assert figure.locator('[data-p10="guess"] h3').inner_text() in heard
    assert figure.get_by_role("button").last.inner_text() not in heard


@pytest.mark.parametrize(
    "voices", [[], [{"lang": "en-US", "localService": False}, {"lang": "de-DE", "localService": True}]]
)
def test_there_is_no_button_without_a_voice_of_the_device(
    school: str, page: Page, requested: list[str], voices: list[dict[str, object]]
) -> None:
    with_voices(page, *voices)
    page.goto(f"{school}lessons/3")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Next")).to_be_enabled()
    expect(page.get_by_role("button", name="Read aloud")).to_have_count(0)
    assert not [url for url in requested if "aloud" in url]
    page.evaluate("(voice) => speechSynthesis.getVoices().push(voice)", ENGLISH)
    page.evaluate("speechSynthesis.dispatchEvent(new Event('voiceschanged'))")
    expect(page.get_by_role("button", name="Read aloud")).to_be_visible()
