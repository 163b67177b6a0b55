"""Models that are to say what comes next: what they can read of it is seen, and nothing where there is nothing to be seen."""

from pathlib import Path

import pytest
from support.doctor import first

from course.diagnosis.running.launch import examine

pytestmark = pytest.mark.usefixtures("libraries_imported")

LOOP = """\
import torch
from torch import nn

torch.manual_seed(0)
rows = torch.randint(1, 9, (64, 1)) + torch.arange(9) * torch.randint(1, 3, (64, 1))
rows = rows % 11


class Predictor(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(11, 16)
        self.reader = PART
        self.head = nn.Linear(16, 11)

    def forward(self, ids):
        STEP
        return self.head(states)


model = Predictor()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for epoch in range(20):
    inputs, targets = BATCH
    loss = nn.functional.cross_entropy(model(inputs).reshape(-1, 11), targets.reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(float(loss))
"""
ROWS = "rows[:, :-1], rows[:, 1:]"
ATTEND = "x = self.embedding(ids)\n        states, _ = self.reader(x, x, x{mask})"
CAUSAL = ", attn_mask=torch.ones(ids.shape[1], ids.shape[1]).triu(1).bool()"
LAYERS = {
    "recurrent": ("nn.GRU(16, 16, batch_first=True)", "states, _ = self.reader(self.embedding(ids))", ROWS, ""),
    "recurrent, with the batch second": (
        "nn.GRU(16, 16)",
        "states, _ = self.reader(self.embedding(ids))",
        "rows[:, :-1].T, rows[:, 1:].T",
        "",
    ),
    "both ways": (
        "nn.GRU(16, 8, batch_first=True, bidirectional=True)",
        "states, _ = self.reader(self.embedding(ids))",
        ROWS,
        "future-seen",
    ),
    "attention": (
        "nn.MultiheadAttention(16, 2, batch_first=True)",
        ATTEND.format(mask=""),
        ROWS,
        "future-seen",
    ),
    "attention to what was": (
        "nn.MultiheadAttention(16, 2, batch_first=True)",
        ATTEND.format(mask=CAUSAL),
        ROWS,
        "",
    ),
    "convolution": (
        "nn.Conv1d(16, 16, 3, padding=1)",
        "states = self.reader(self.embedding(ids).transpose(1, 2)).transpose(1, 2)",
        ROWS,
        "future-seen",
    ),
    # a tag for each word, though the tag is the word itself
    "tagging": (
        "nn.GRU(16, 8, batch_first=True, bidirectional=True)",
        "states, _ = self.reader(self.embedding(ids))",
        "rows, rows",
        "",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.pt
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name.startswith("att") else pytest.mark.release) for name in LAYERS]
)
def test_what_a_model_can_read_of_its_targets_is_seen(tmp_path: Path, name: str) -> None:
    part, step, batch, look = LAYERS[name]
    path = tmp_path / "train.py"
    path.write_text(LOOP.replace("PART", part).replace("STEP", step).replace("BATCH", batch))
    report = examine(path)
    assert first(report) == look, report


KERAS = """\
import os

os.environ["TF_USE_LEGACY_KERAS"] = "LEGACY"
import numpy as np
import tensorflow as tf

keras = tf.keras
keras.utils.set_random_seed(0)
rows = (np.random.randint(1, 9, (64, 1)) + np.arange(9) * np.random.randint(1, 3, (64, 1))) % 11
ids = keras.Input((8,), dtype="int32")
x = keras.layers.Embedding(11, 16)(ids)
x = keras.layers.Add()([x, keras.layers.MultiHeadAttention(2, 8)(x, x, use_causal_mask=CAUSAL)])
model = keras.Model(ids, keras.layers.Dense(11)(x))
model.compile(keras.optimizers.Adam(1e-2), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(rows[:, :-1], rows[:, 1:], batch_size=16, epochs=6, verbose=0)
"""


@pytest.mark.slow
@pytest.mark.tf
@pytest.mark.parametrize("legacy", [0, pytest.param(1, marks=pytest.mark.release)])
@pytest.mark.parametrize(("causal", "look"), [("True", ""), ("False", "future-seen")])
def test_what_a_model_of_keras_can_read_of_its_targets_is_seen(
    tmp_path: Path, legacy: int, causal: str, look: str
) -> None:
    path = tmp_path / "train.py"
    path.write_text(KERAS.replace("CAUSAL", causal).replace('"LEGACY"', f'"{legacy}"'))
    report = examine(path)
    assert first(report) == look, report
