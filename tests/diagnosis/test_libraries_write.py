"""What libraries write past Python's own functions is kept out of the reader's directory, and read back."""

from pathlib import Path

import pytest
from support.marks import PINNED

from course.diagnosis.running.launch import examine

PYTORCH = """\
import numpy as np
import pandas as pd
import torch
from datasets import Dataset, load_from_disk
from safetensors.torch import load_file, save_file

frame = pd.DataFrame({"a": [1, 2]})
frame.to_parquet("frame.parquet")
assert pd.read_parquet("frame.parquet").equals(frame)
frame.to_feather("frame.feather")
assert pd.read_feather("frame.feather").equals(frame)
frame.to_csv("rows.csv", index=False)
assert pd.read_csv("rows.csv").equals(frame)

rows = Dataset.from_pandas(frame)
rows.save_to_disk("rows")
assert load_from_disk("rows")["a"] == [1, 2]
rows.to_parquet("rows.parquet")
assert Dataset.from_parquet("rows.parquet").num_rows == 2

torch.save({"weight": torch.ones(2)}, "model/weights.txt")
assert torch.load("model/weights.txt")["weight"].sum() == 2
save_file({"weight": torch.ones(3)}, "model.safetensors")
assert load_file("model.safetensors")["weight"].sum() == 3
torch.jit.trace(torch.nn.Linear(3, 1), torch.ones(1, 3)).save("traced.pt")
assert torch.jit.load("traced.pt")(torch.ones(1, 3)).shape == (1, 1)

np.save("array.npy", np.arange(4))
assert np.load("array.npy").sum() == 6
np.arange(4).tofile("array.bin")
assert np.fromfile("array.bin", dtype="int64").sum() == 6
mapped = np.memmap("mapped.bin", dtype="int64", mode="w+", shape=(4,))
mapped[:] = 1
mapped.flush()
assert np.memmap("mapped.bin", dtype="int64", mode="r").sum() == 4
"""
KERAS = """\
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import h5py
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
model.compile("sgd", "mse")
callbacks = [
    tf.keras.callbacks.ModelCheckpoint("best.h5"),
    tf.keras.callbacks.ModelCheckpoint("best/{epoch}", save_weights_only=True),
    tf.keras.callbacks.CSVLogger("log.txt"),
]
model.fit(np.zeros((8, 3), "float32"), np.zeros((8, 2), "float32"), epochs=1, verbose=0, callbacks=callbacks)
for name in ("weights.h5", "weights", "model/weights.txt"):
    model.save_weights(name)
    model.load_weights(name)
for name in ("whole.h5", "whole", "whole.keras"):
    model.save(name)
    assert tf.keras.models.load_model(name).count_params() == 8
with h5py.File("arrays.h5", "w") as arrays:
    arrays["a"] = np.ones(2)
with h5py.File("arrays.h5") as arrays:
    assert arrays["a"][:].sum() == 2

checkpoint = tf.train.Checkpoint(model=model)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", 2)
manager.save()
checkpoint.restore(tf.train.latest_checkpoint("checkpoints")).assert_existing_objects_matched()

with tf.io.TFRecordWriter("rows.tfrecord") as rows:
    rows.write(b"one")
assert [row.numpy() for row in tf.data.TFRecordDataset("rows.tfrecord")] == [b"one"]
found = tf.data.Dataset.list_files("rows*.tfrecord").interleave(tf.data.TFRecordDataset)
assert [row.numpy() for row in found] == [b"one"]
assert len(list(tf.data.Dataset.range(3).cache("cached"))) == 3
tf.data.Dataset.range(3).save("saved")
assert len(list(tf.data.Dataset.load("saved"))) == 3
tf.io.write_file("note.txt", "one")
assert tf.io.read_file("note.txt") == b"one"
notes = tf.data.Dataset.from_tensor_slices(["note.txt", "log.txt"])
assert [note.numpy() for note in notes.map(tf.io.read_file)][0] == b"one"
tf.io.gfile.makedirs("made/one")
with tf.io.gfile.GFile("made/one/note.txt", "w") as note:
    note.write("two")
assert tf.io.gfile.listdir("made/one") == ["note.txt"]
tf.io.gfile.remove("log.txt")
"""


@pytest.mark.parametrize(
    "text",
    [pytest.param(PYTORCH, marks=PINNED["pt"], id="pt"), pytest.param(KERAS, marks=PINNED["tf"], id="tf")],
)
def test_what_libraries_write_is_kept_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "weights.txt").write_text("precious")
    (tmp_path / "log.txt").write_text("one\n")
    (tmp_path / "mine.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    before = {each: each.is_file() and each.read_text() for each in tmp_path.rglob("*")}
    report = examine(Path("mine.py"))
    assert report["crash"] is None, report["crash"]
    assert report["ended"] == "", report
    assert {each: each.is_file() and each.read_text() for each in tmp_path.rglob("*")} == before
