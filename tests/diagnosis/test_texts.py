"""The texts that a model gets after its training, which must be prepared as those were that it was trained on."""

from pathlib import Path

import pytest
from support.doctor import first
from support.marks import PINNED

from course.diagnosis.running.launch import examine
from course.diagnosis.watching.texts import Texts
from course.paths import ASSETS

pytestmark = [*PINNED["pt"], pytest.mark.usefixtures("libraries_imported")]

PROGRAM = f"""\
import torch
from transformers import AutoTokenizer

torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained({str(ASSETS / "cases" / "tickets")!r})
things, faults = ("router", "kettle", "heater", "lamp", "toaster", "tent"), ("does not start", "makes a noise")
texts = [f"{{start}} . my {{thing}} {{fault}}" for start in ("hello", "hi") for thing in things for fault in faults]
labels = torch.tensor([int("noise" in text) for text in texts])


def prepared(texts):
    return tokenizer(texts, return_tensors="pt", padding=True)["input_ids"]


class Reader(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(len(tokenizer), 16)
        self.last = torch.nn.Linear(16, 2)

    def forward(self, input_ids):
        read = (input_ids != tokenizer.pad_token_id).unsqueeze(-1)
        return self.last((self.words(input_ids) * read).sum(1) / read.sum(1))


model = Reader()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(40):
    loss = torch.nn.functional.cross_entropy(model(prepared(texts)), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()
more = [text.replace("my", "our") for text in texts]
with torch.no_grad():
    print((model(prepared(more)).argmax(-1) == labels).float().mean())
"""
PREFIXED = PROGRAM.replace("model(prepared(texts))", 'model(prepared(["desk of help : " + text for text in texts]))')
WRONG = {
    "beginning-differs": PREFIXED,
    "words-unknown-later": PROGRAM.replace("prepared(more)", "prepared([text[::-1] for text in more])"),
}
RIGHT = {
    "alike": PROGRAM,
    "alike, with a prefix": PREFIXED.replace('"our") for', '"our").replace("h", "desk of help : h", 1) for'),
    "a few of another form, to try something": PREFIXED.replace("prepared(more)", "prepared(more[:3])").replace(
        "== labels)", "== labels[:3])"
    ),
}


@pytest.mark.parametrize("look", WRONG)
def test_texts_that_are_prepared_in_another_way_than_in_training_are_found(tmp_path: Path, look: str) -> None:
    (tmp_path / "train.py").write_text(WRONG[look])
    assert first(examine(tmp_path / "train.py", [])) == look


@pytest.mark.parametrize("style", RIGHT)
def test_nothing_is_found_where_texts_are_prepared_alike(tmp_path: Path, style: str) -> None:
    (tmp_path / "train.py").write_text(RIGHT[style])
    assert first(examine(tmp_path / "train.py", [])) == ""


def test_special_tokens_alone_are_a_beginning_and_one_word_is_none() -> None:
    texts = Texts()
    texts.note(int, [[1, 7, place, 2] for place in range(8, 40)], True, None)
    texts.note(int, [[1, 9, place, 2] for place in range(10, 20)], False, None)
    assert texts.apart({1, 2}) is None
    texts.note(int, [[9, place] for place in range(10, 20)], False, None)
    assert texts.apart({1, 2}) == ((1,), (9, 10), 10)
    texts.stepped()
    assert texts.apart({1, 2}) is None
