import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import argparse
import json
import pathlib

import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model, callbacks, layers, losses, optimizers
from transformers import AutoTokenizer, TFAutoModel

parser = argparse.ArgumentParser(description="Tag invented names in sentences (4 tags, 0 = no name).")
parser.add_argument("--epochs", type=int, default=7)
parser.add_argument("--lr", type=float, default=8e-4)
parser.add_argument("--batch", type=int, default=16)
parser.add_argument("--name-weight", type=float, default=2.0, help="weight of a word that is a name")
args = parser.parse_args()

out_dir = pathlib.Path("outputs/o03")
out_dir.mkdir(parents=True, exist_ok=True)
tf.keras.utils.set_random_seed(2024)

NUM_TAGS, MAX_LEN = 4, 64
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")


def load(split):
    lines = pathlib.Path(f"data/tags/{split}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def key(row):
    return " ".join(row["words"])


def vectorise(rows):
    """Token arrays; the weight is 0 on special tokens, padding and every later piece of a word."""
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
        return_tensors="np",
    )
    y = np.zeros((len(rows), MAX_LEN), dtype="int32")
    first = np.zeros((len(rows), MAX_LEN), dtype="float32")
    for i, row in enumerate(rows):
        previous = None
        for j, word in enumerate(enc.word_ids(i)):
            if word is not None and word != previous:
                y[i, j] = row["tags"][word]
                first[i, j] = 1.0
            previous = word
    x = {k: enc[k].astype("int32") for k in ("input_ids", "attention_mask")}
    return x, y, first


test_rows = load("test")
reserved = set(map(key, test_rows))
valid_rows = [r for r in load("validation") if key(r) not in reserved]
reserved |= set(map(key, valid_rows))
train_rows = [r for r in load("train") if key(r) not in reserved]

x_train, y_train, first_train = vectorise(train_rows)
x_valid, y_valid, first_valid = vectorise(valid_rows)
x_test, y_test, first_test = vectorise(test_rows)

# names are rarer than other words, so they weigh more in the loss
weight_train = first_train * np.where(y_train > 0, args.name_weight, 1.0).astype("float32")
weight_train /= weight_train.mean()

encoder = TFAutoModel.from_pretrained("checkpoints/tags")
ids = Input((MAX_LEN,), dtype="int32", name="input_ids")
att = Input((MAX_LEN,), dtype="int32", name="attention_mask")
states = encoder({"input_ids": ids, "attention_mask": att})[0]
states = layers.Dropout(0.1)(states)
tag_logits = layers.Dense(NUM_TAGS, name="tag_logits")(states)
tagger = Model([ids, att], tag_logits)

tagger.compile(
    optimizer=optimizers.Adam(args.lr, global_clipnorm=1.0),
    loss=losses.SparseCategoricalCrossentropy(from_logits=True),
)


def name_f1(x, y, first):
    pred = tagger.predict(x, batch_size=64, verbose=0).argmax(-1)
    real = first > 0
    tp = np.sum(real & (y > 0) & (pred == y))
    guessed = np.sum(real & (pred > 0))
    gold = np.sum(real & (y > 0))
    return 2 * tp / max(guessed + gold, 1)


class KeepBestF1(callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.best, self.weights = -1.0, None

    def on_epoch_end(self, epoch, logs=None):
        f1 = name_f1(x_valid, y_valid, first_valid)
        print(f"epoch {epoch + 1}: loss {logs['loss']:.4f}  valid name-F1 {f1:.3f}")
        if f1 > self.best:
            self.best, self.weights = f1, self.model.get_weights()

    def on_train_end(self, logs=None):
        self.model.set_weights(self.weights)


keeper = KeepBestF1()
tagger.fit(
    x_train, y_train, sample_weight=weight_train,
    batch_size=args.batch, epochs=args.epochs, shuffle=True, callbacks=[keeper], verbose=0,
)
tagger.save_weights(str(out_dir / "tagger.weights.h5"))

score = name_f1(x_test, y_test, first_test)
print(f"best valid F1 {keeper.best:.3f}; test F1 {score:.3f}")
(out_dir / "scores.json").write_text(json.dumps({"valid_f1": float(keeper.best), "test_f1": float(score)}))
