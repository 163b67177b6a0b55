"""Programs that need what is not there: a GPU, the hub, access to something on it. Each is run and told in one finding."""

from pathlib import Path

import pytest
from support.hub import Hub

from course.ch8 import CHAPTER
from course.diagnosis.running.launch import examine
from course.paths import ASSETS

pytestmark = [pytest.mark.slow, pytest.mark.pt]
NOWHERE = "http://127.0.0.1:9"
"""An address at which nothing answers."""
MODEL = (
    "from transformers import AutoModelForSequenceClassification as Model\n\nmodel = Model.from_pretrained({name!r})\n"
)
DATA = "from datasets import load_dataset\n\ndata = load_dataset({name!r}, 'mnli')\n"
ON_HUB = {
    "a model whose name is misspelled": (MODEL.format(name="distilbert-base-uncasd"), "needs-download"),
    "data whose name is misspelled": (DATA.format(name="nyu-mll/gleu"), "needs-download"),
    "a gated model": (MODEL.format(name="somebody/gated"), "needs-token"),
    "gated data": (DATA.format(name="somebody/gated"), "needs-token"),
}
ALONE = {
    "a model without a network": (MODEL.format(name="bert-base-cased"), "needs-download"),
    "data without a network": (DATA.format(name="nyu-mll/glue"), "needs-download"),
    "a request of its own": ("import urllib.request\n\nurllib.request.urlopen('http://127.0.0.1:9/data.csv')\n", "needs-download"),
    "a token from the keyboard": ("import getpass\n\ntoken = getpass.getpass('Token: ')\n", "asks-for-input"),
    "a tensor on a GPU": ("import torch\n\nx = torch.zeros(2).to('cuda')\n", "needs-gpu"),
    "weights that were saved on a GPU": (
        "import torch\n\ntorch.save({'w': torch.zeros(1)}, 'w.pt')\ntorch.load('w.pt', map_location='cuda')\n",
        "checkpoint-of-gpu",
    ),
}  # fmt: skip
MOST = ("a gated model", "data without a network", "a tensor on a GPU")
"""Those that every change sees; a release sees all of them."""


def marked(programs: dict[str, tuple[str, str]]) -> list[object]:
    return [
        pytest.param(*program, id=name, marks=[] if name in MOST else pytest.mark.release)
        for name, program in programs.items()
    ]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_ENDPOINT", NOWHERE)
    monkeypatch.setenv("USE_TF", "0")
    monkeypatch.delenv("HF_TOKEN", raising=False)


def looks(directory: Path, text: str) -> list[str]:
    path = directory / "mine.py"
    path.write_text(text, encoding="utf-8")
    return [finding["look"] for finding in examine(path)["findings"]]


@pytest.mark.parametrize(("text", "look"), marked(ON_HUB))
def test_what_the_hub_refuses_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, look: str
) -> None:
    assert CHAPTER.task.checkpoint is not None
    gated = {("models", "somebody/gated"), ("datasets", "somebody/gated")}
    hub = Hub(
        {
            ("models", CHAPTER.task.checkpoint.published): ASSETS / CHAPTER.task.checkpoint.directory,
            ("models", "somebody/gated"): ASSETS / CHAPTER.task.checkpoint.directory,
            ("datasets", "somebody/gated"): ASSETS / "glue",
        },
        gated=gated,
    )
    with hub.serve():
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        assert looks(tmp_path, text) == [look]


@pytest.mark.parametrize(("text", "look"), marked(ALONE))
def test_what_this_machine_does_not_have_is_told(tmp_path: Path, text: str, look: str) -> None:
    assert looks(tmp_path, text) == [look]
