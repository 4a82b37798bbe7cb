"""The Performance page's files: the table as CSV, the charts as a page of their own."""

import csv
import io
from collections.abc import Callable
from typing import Any

import streamlit as st

from specreview.evaluation.judged import Reading
from specreview.evaluation.published import NOTE
from specreview.evaluation.report import Block
from specreview.evaluation.sheet import rows as sheet_rows
from specreview.review.rows import Queue
from specreview.ui import performance_charts as charts
from specreview.ui.measuring import Measured
from specreview.ui.present import performance as words
from specreview.ui.present.export import file_name
from specreview.views.palette import palette


def draw(queue: Queue, measured: Measured, block: Block, reading: Reading) -> None:
    """Two downloads, made at the click, and what is published."""
    report = measured.report
    assert report is not None
    with st.container(key="performance_downloads", horizontal=True, gap="small"):
        st.download_button(
            "Download table, CSV",
            data=lambda: csv_text(sheet_rows(report)),
            file_name=file_name(queue.name, "performance", ".csv"),
            mime="text/csv",
            key="performance_csv",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "Plots, HTML",
            data=_plots(measured, block, reading),
            file_name=file_name(queue.name, "performance", ".html"),
            mime="text/html",
            key="performance_html",
            icon=":material/download:",
            on_click="ignore",
            help="The three charts, to be opened without this app; each saves itself as PNG",
        )
        st.html(words.note(NOTE))


def csv_text(table: list[dict[str, Any]]) -> str:
    """The rows as CSV, every group of every inspector and prompt."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return out.getvalue()


def _plots(measured: Measured, block: Block, reading: Reading) -> Callable[[], str]:
    """All charts on a light ground as one page that needs no network, made at the click."""
    report = measured.report
    assert report is not None

    def made() -> str:
        light = palette(dark=False)
        drawn = (
            charts.f1_chart(report, block, reading, light),
            charts.curve_chart(block.table, light),
            charts.agreement_chart(measured.met(block), light),
        )
        config = {"toImageButtonOptions": {"format": "png", "scale": 3}, "displaylogo": False}
        pieces = [
            figure.to_html(full_html=False, include_plotlyjs=place == 0, config=config)
            for place, figure in enumerate(one for one in drawn if one is not None)
        ]
        return words.page_of(words.block_name(block), pieces)

    return made
