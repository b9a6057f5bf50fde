"""Tables of Apache Otava as histories."""

import gzip
import io
import zipfile

import msgspec
import pytest

from backend.adapters.history import ImportedHistory, ImportOptions
from backend.adapters.registry import ADAPTERS
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.reports.checks import faults_of
from backend.domain.reports.format import Report
from backend.settings import UploadLimits

TABLE = """time,commit,branch,host,requests,latency
2024.01.02 3:00:00 +0100,b1,next,box,138455,10.23
2024.01.01 3:00:00 +0100,a0,main,box,154023,NaN
1704240000,c2,,box,143112,9.29
never,d3,,box,1,2
"""
LOWER, HIGHER = BetterDirection.LOWER, BetterDirection.HIGHER
ANSWERS = {"*|requests": HIGHER, "latency": LOWER}


def read(document: bytes, **options: object) -> ImportedHistory:
    return ADAPTERS["otava-csv"].read(document, ImportOptions("ci", **options))  # type: ignore[arg-type]


def test_an_archive_of_one_table_is_read_with_what_systems_put_beside_it() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.csv", TABLE.encode("utf-16"))
        archive.writestr("__MACOSX/._a.csv", b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X\xff")
        archive.writestr("chart.png", b"\x89PNG\r\n\x1a\n\x00\x00\xff")
    assert len(read(packed.getvalue(), directions=ANSWERS).reports) == 3


def test_each_row_is_a_run_and_each_column_of_numbers_a_metric() -> None:
    history = read(TABLE.encode(), directions=ANSWERS)
    told = [msgspec.convert(report, Report) for report in history.reports]
    assert [(one.commit.id, one.branch) for one in told] == [
        ("a0", "main"), ("b1", "next"), ("c2", "main"),
    ]  # fmt: skip
    assert [faults_of(one, UploadLimits()) for one in told] == [[], [], []]
    metrics = {name: one.direction for name, one in told[1].metrics.items()}
    assert metrics == {"requests": HIGHER, "latency": LOWER}
    assert told[1].tags == {"host": "box"}
    values = [one.summary.value for one in told[1].results if one.summary]
    assert values == [138455, 10.23]


def test_what_cannot_be_read_is_named_and_everything_is_counted() -> None:
    history = read(TABLE.encode(), directions=ANSWERS)
    assert [one.pointer for one in history.rejected] == ["line 3, column latency", "line 5"]
    assert (history.rows, history.taken) == (8, 5)


def test_a_direction_is_asked_and_never_guessed() -> None:
    history = read(TABLE.encode())
    assert [one.key for one in history.questions] == ["*|requests", "*|latency"]
    assert history.reports == ()


def test_compressed_tables_and_other_separators_say_the_same() -> None:
    plain = read(TABLE.encode(), directions=ANSWERS)
    for other in (gzip.compress(TABLE.encode(), mtime=0), TABLE.replace(",", ";").encode()):
        assert len(read(other, directions=ANSWERS).reports) == len(plain.reports)


@pytest.mark.parametrize(
    "document", [b"", b"a,b\n1,2\n", b"time,x\n", b"time,x\n1704240000,word\n", b"\xff\xfe,"]
)
def test_what_is_no_such_table_is_refused_as_a_whole(document: bytes) -> None:
    history = read(document)
    (fault,) = history.rejected
    assert (fault.pointer, history.reports) == ("", ())
