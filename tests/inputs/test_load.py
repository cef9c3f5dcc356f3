import hashlib
import time
from pathlib import Path

import pytest

from optimizer.inputs.load import load_request
from optimizer.inputs.request import Place
from optimizer.inputs.shipped import KINDS, shipped_files
from optimizer.inputs.yaml_reader import read_yaml
from optimizer.resources import resource
from tests.inputs.request_files import INFERENCE, load

EXAMPLES = sorted(path.name for path in resource("requirements_examples").glob("*.yaml"))


def test_a_request_knows_its_places_and_files(tmp_path: Path) -> None:
    request = load(tmp_path, INFERENCE)
    assert request.places["workloads[0].latency.tpot_p95_ms"] == Place(file="request.yaml", line=10, column=15)
    assert request.place_of("workloads[0].latency.ttft_p95_ms") == Place(file="request.yaml", line=10, column=5)
    assert request.place_of("finance.capex_budget") == Place(file="request.yaml", line=1, column=1)
    assert request.files == {"request.yaml": hashlib.sha256(INFERENCE.encode()).hexdigest()}
    assert (request.as_of.isoformat(), request.book.id) == ("2026-11-30", "china-2026")
    assert request.measured_rows.by_card["h20-96/sglang"] == 2


def test_files_of_an_allowed_folder(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "more.yaml").write_text(
        "cards:\n  - {id: x, ecosystem: cuda, domestic: false}\n", encoding="utf-8"
    )
    (tmp_path / "own").mkdir()
    file = tmp_path / "own" / "request.yaml"
    file.write_text(INFERENCE + "catalog: [more.yaml]\n", encoding="utf-8")
    assert load_request(file, allow=(tmp_path / "shared",)).catalog.own_ids == ("cards.x",)


def test_integral_floats_are_whole_numbers(tmp_path: Path) -> None:
    text = INFERENCE.replace("32768", "32.768e3").replace("mean: 1800", "mean: 1.8e3")
    assert load(tmp_path, text).requirements == load(tmp_path, INFERENCE).requirements


@pytest.mark.usefixtures("real_catalog")
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_shipped_example_loads_fast(name: str) -> None:
    start = time.process_time()
    request = load_request(resource("requirements_examples", name))
    assert time.process_time() - start < 1.0
    assert request.requirements.workloads


@pytest.mark.usefixtures("real_catalog")
def test_shipped_ids_are_unique() -> None:
    files = shipped_files()
    for kind in KINDS:
        folder = resource("catalogs", kind)
        names = files.yaml_names(kind) if folder.is_dir() else (f"{kind}.yaml",)
        documents = [read_yaml(files.read_text(name, max_bytes=2**20), name) for name in names]
        ids = [entry["id"] for document in documents for entry in document.data[kind]]
        assert len(ids) == len(set(ids))
        assert not [problem for document in documents for problem in document.problems]
