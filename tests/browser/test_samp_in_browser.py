"""A row pointed at in another program moves the page, but never away from somebody who types."""

import json

import pytest
from playwright.sync_api import expect

from specreview.settings import GIVEN
from tests.samp.hubs import Program, only_hub_at, running_hub

pytestmark = [
    pytest.mark.filterwarnings("ignore:No client was able"),
    pytest.mark.filterwarnings("ignore:.* notification from client"),
]
OPEN = ".st-key-samp_waiting"


@pytest.fixture
def topcat(tmp_path):
    with only_hub_at(tmp_path / "hub"), running_hub(tmp_path / "hub"):
        program = Program()
        yield program
        program.client.disconnect()


def test_the_page_goes_where_topcat_points(
    topcat, serving, folder, new_page, workspace, shown, until, monkeypatch
):
    monkeypatch.setenv(GIVEN, json.dumps({"samp": {"enabled": True}}))
    rows = workspace.store.rows(workspace.store.queues.get("races").id, "")
    with serving(folder) as address:
        page = new_page(f"{address}/?queue=races")
        send = page.locator(".st-key-samp_table button:enabled").first
        send.click(timeout=60_000)
        until(lambda: topcat.heard)
        table = topcat.heard[0][1]

        def point(row):
            topcat.point(**{"table-id": table["table-id"], "row": str(row)})

        point(3)
        page.wait_for_url("**/review?*", timeout=60_000)
        page.wait_for_function(
            f"() => window.specreviewDesk?.shown === {rows[3].candidate.id}", timeout=60_000
        )
        page.keyboard.press("t")
        page.keyboard.type("a narrow", delay=60)
        point(5)
        page.keyboard.type(" line at 4686, I think", delay=60)
        page.locator(OPEN).wait_for(timeout=60_000)
        assert shown(page) == rows[3].candidate.id
        expect(page.locator(".note textarea")).to_have_value("a narrow line at 4686, I think")
        page.keyboard.press("Escape")
        page.locator(f"{OPEN} button").first.click()
        page.wait_for_function(
            f"() => window.specreviewDesk?.shown === {rows[5].candidate.id}", timeout=60_000
        )
