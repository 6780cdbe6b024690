"""The page in a real browser, where there is one."""

from __future__ import annotations

import os
import shutil

import pytest

from tilemodel.errors import MissingPartError
from tilemodel.render.page import check_ready

FLAGS = "--no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --disable-background-networking".split()


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium; TILEMODEL_CHROMIUM names another."""
    path = os.environ.get("TILEMODEL_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium is installed; the page is not tested in a browser")
    playwright = pytest.importorskip("playwright.sync_api")
    try:
        check_ready()
    except MissingPartError as error:
        pytest.skip(str(error))
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def open_page(browser, tmp_path_factory):
    """Open a page from disk without a network; it must have had no error when the module's tests end."""
    complaints: list[str] = []
    contexts = []

    def open_(html: str, address: str = "", **settings):
        path = tmp_path_factory.mktemp("page") / "page.html"
        path.write_text(html, encoding="utf-8")
        settings = {"viewport": {"width": 800, "height": 500}, "reduced_motion": "reduce"} | settings
        contexts.append(browser.new_context(offline=True, **settings))
        tab = contexts[-1].new_page()
        tab.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: complaints.append(request.url) if request.url.startswith("http") else None)
        tab.goto(path.as_uri() + address)
        tab.locator("#count").filter(has_text="olution").wait_for()
        return tab

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []
