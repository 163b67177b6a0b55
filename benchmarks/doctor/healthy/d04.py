"""Sequence to sequence with TF BART: spell a date in the little code language of the archive.

The model is checked by generating, after every few epochs; the best one is saved with save_pretrained and
loaded again for the test.
"""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
import tempfile
from pathlib import Path
from typing import Dict, List

import tensorflow as tf
import tf_keras
from datasets import Dataset, DatasetDict
from transformers import (
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    PreTrainedTokenizerBase,
    TFAutoModelForSeq2SeqLM,
    TFPreTrainedModel,
)

CHECKPOINT = "checkpoints/dates"
DATA = Path("data/dates")


def build_datasets() -> DatasetDict:
    held_out: set = set()
    splits: Dict[str, Dataset] = {}
    # test first, so that a date which occurs in two files is never trained on and tested as well
    for name in ("test", "validation", "train"):
        rows: List[dict] = []
        for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            # "from 3 may" and "until 3 may" have the same code: what identifies a row is the date itself
            if row["date"].split(" ", 1)[1] not in held_out:
                rows.append(row)
        if name != "train":
            held_out.update(row["date"].split(" ", 1)[1] for row in rows)
        splits[name] = Dataset.from_list(rows)
    return DatasetDict(splits)


def exact_match(model: TFPreTrainedModel, tokenizer: PreTrainedTokenizerBase, split: Dataset, batch_size=80) -> float:
    hits = 0
    for start in range(0, len(split), batch_size):
        rows = split[start : start + batch_size]
        enc = tokenizer(rows["date"], padding=True, return_tensors="tf")
        out = model.generate(**enc, max_new_tokens=6, num_beams=1, do_sample=False)
        texts = tokenizer.batch_decode(out, skip_special_tokens=True)
        hits += sum(t.strip() == c for t, c in zip(texts, rows["code"]))
    return hits / len(split)


class GenerateAndKeepBest(tf_keras.callbacks.Callback):
    """Every `every` epochs: exact match on the validation dates; save the model when it is the best so far."""

    def __init__(self, tokenizer, split, folder, every=4, good_enough=0.995):
        super().__init__()
        self.tokenizer, self.split, self.folder = tokenizer, split, folder
        self.every, self.good_enough, self.best = every, good_enough, -1.0

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.every:
            return
        score = exact_match(self.model, self.tokenizer, self.split)
        print(f"epoch {epoch + 1}: loss {logs['loss']:.4f}, val_loss {logs['val_loss']:.4f}, exact match {score:.3f}")
        if score > self.best:
            self.best = score
            self.model.save_pretrained(self.folder)
        if score >= self.good_enough:
            self.model.stop_training = True


def main(epochs: int = 24, batch_size: int = 32, lr: float = 2e-3) -> None:
    tf_keras.utils.set_random_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = TFAutoModelForSeq2SeqLM.from_pretrained(CHECKPOINT, dropout=0.05)
    data = build_datasets()
    print({k: len(v) for k, v in data.items()})

    encoded = data.map(
        lambda batch: tokenizer(batch["date"], text_target=batch["code"]),
        batched=True,
        remove_columns=["date", "code"],
    )
    # pads the labels with -100 and makes decoder_input_ids by shifting them
    collator = DataCollatorForSeq2Seq(tokenizer, model=model, return_tensors="np")

    def as_tf(split: Dataset, shuffle: bool) -> tf.data.Dataset:
        return model.prepare_tf_dataset(
            split, collate_fn=collator, batch_size=batch_size, shuffle=shuffle, drop_remainder=False
        )

    train_ds, valid_ds = as_tf(encoded["train"], True), as_tf(encoded["validation"], False)
    total = epochs * len(train_ds)
    schedule = tf_keras.optimizers.schedules.PiecewiseConstantDecay(
        boundaries=[total * 6 // 10, total * 85 // 100], values=[lr, lr / 4, lr / 20]
    )
    model.compile(optimizer=tf_keras.optimizers.Adam(schedule, clipnorm=1.0))

    with tempfile.TemporaryDirectory() as folder:
        keeper = GenerateAndKeepBest(tokenizer, data["validation"], folder)
        model.fit(train_ds, validation_data=valid_ds, epochs=epochs, callbacks=[keeper], verbose=0)
        best = TFAutoModelForSeq2SeqLM.from_pretrained(folder)
        print(f"validation exact match {keeper.best:.4f}")
        print(f"test exact match {exact_match(best, tokenizer, data['test']):.4f}")


if __name__ == "__main__":
    main()
