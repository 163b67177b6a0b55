"""Tag the names in short notices with a TensorFlow DistilBERT (tf_keras `fit`, loss of the model itself)."""
import json
from pathlib import Path

import numpy as np
import tensorflow as tf
import tf_keras
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

IGNORE = -100
HERE = "checkpoints/tags"
N_TAGS = 4


def load_split(name):
    return [json.loads(line) for line in Path(f"data/tags/{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def drop_shared(rows, *later):
    banned = {tuple(r["words"]) for part in later for r in part}
    return [r for r in rows if tuple(r["words"]) not in banned]


class Notices:
    """Encodes sentences; the first piece of each word carries its tag, all else is ignored."""

    def __init__(self, tokenizer, rows):
        enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, truncation=True,
                        max_length=64, padding=True, return_tensors="np")
        self.features = {k: enc[k].astype("int32") for k in ("input_ids", "attention_mask")}
        self.labels = np.full(enc["input_ids"].shape, IGNORE, dtype="int32")
        for i, row in enumerate(rows):
            previous = None
            for j, word in enumerate(enc.word_ids(batch_index=i)):
                if word is not None and word != previous:
                    self.labels[i, j] = row["tags"][word]
                previous = word

    def __len__(self):
        return len(self.labels)

    def dataset(self, batch, shuffle=False):
        ds = tf.data.Dataset.from_tensor_slices((self.features, self.labels))
        if shuffle:
            ds = ds.shuffle(len(self))
        return ds.batch(batch).prefetch(tf.data.AUTOTUNE)

    def macro_f1(self, model):
        logits = model.predict(self.dataset(64), verbose=0).logits
        counted = self.labels != IGNORE
        return f1_score(self.labels[counted], logits.argmax(axis=-1)[counted],
                        labels=list(range(N_TAGS)), average="macro", zero_division=0)


class KeepBest(tf_keras.callbacks.Callback):
    def __init__(self, valid):
        super().__init__()
        self.valid, self.best, self.weights = valid, -1.0, None

    def on_epoch_end(self, epoch, logs=None):
        score = self.valid.macro_f1(self.model)
        print(f"epoch {epoch + 1:2d}  loss {logs['loss']:.4f}  validation macro F1 {score:.4f}")
        if score > self.best:
            self.best, self.weights = score, self.model.get_weights()


def main(epochs=20, batch=16, peak=1e-3):
    tf_keras.utils.set_random_seed(77)
    test_rows = load_split("test")
    valid_rows = drop_shared(load_split("validation"), test_rows)
    train_rows = drop_shared(load_split("train"), valid_rows, test_rows)

    tokenizer = AutoTokenizer.from_pretrained(HERE)
    train, valid, test = (Notices(tokenizer, rows) for rows in (train_rows, valid_rows, test_rows))
    print(len(train), "training,", len(valid), "validation,", len(test), "test sentences")

    model = TFAutoModelForTokenClassification.from_pretrained(HERE, num_labels=N_TAGS)
    train_ds = train.dataset(batch, shuffle=True)
    rate = tf_keras.optimizers.schedules.PolynomialDecay(
        initial_learning_rate=peak, decay_steps=epochs * len(train_ds), end_learning_rate=0.0)
    # no loss given: the model's own loss, which skips the positions labelled -100
    model.compile(optimizer=tf_keras.optimizers.Adam(rate, clipnorm=1.0))

    keeper = KeepBest(valid)
    model.fit(train_ds, epochs=epochs, verbose=0, callbacks=[keeper])
    model.set_weights(keeper.weights)

    gold = test.labels[test.labels != IGNORE]
    nothing = f1_score(gold, np.zeros_like(gold), labels=list(range(N_TAGS)), average="macro", zero_division=0)
    print(f"test macro F1 {test.macro_f1(model):.4f}   (no name anywhere: {nothing:.4f})")


if __name__ == "__main__":
    main()
