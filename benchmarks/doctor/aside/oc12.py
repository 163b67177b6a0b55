import json
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from sklearn.metrics import classification_report
from transformers import AutoTokenizer, TFAutoModelForTokenClassification


@dataclass
class Config:
    checkpoint: str = "checkpoints/tags"
    data: str = "data/tags"
    num_tags: int = 5
    max_length: int = 48
    batch_size: int = 16
    epochs: int = 8
    lr: float = 2e-3


class Tagger:
    def __init__(self, cfg):
        self.cfg = cfg
        self.tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
        self.model = TFAutoModelForTokenClassification.from_pretrained(cfg.checkpoint, num_labels=cfg.num_tags)

    def encode(self, split):
        rows = [json.loads(l) for l in open(f"{self.cfg.data}/{split}.jsonl")]
        enc = self.tokenizer(
            [r["words"] for r in rows],
            is_split_into_words=True,
            padding="max_length",
            truncation=True,
            max_length=self.cfg.max_length,
        )
        labels = []
        for i, r in enumerate(rows):
            previous, row = None, []
            for w in enc.word_ids(batch_index=i):
                if w is None or w == previous:
                    row.append(-100)
                else:
                    row.append(r["tags"][w])
                previous = w
            labels.append(row)
        features = {k: np.array(enc[k]) for k in ("input_ids", "attention_mask")}
        return features, np.array(labels)

    def train(self):
        x, y = self.encode("train")
        vx, vy = self.encode("validation")
        self.model.compile(
            optimizer=tf.keras.optimizers.Adam(self.cfg.lr),
            loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        )
        self.model.fit(
            x, y, validation_data=(vx, vy), epochs=self.cfg.epochs, batch_size=self.cfg.batch_size, verbose=2
        )

    def report(self, split="test"):
        x, y = self.encode(split)
        pred = self.model.predict(x, batch_size=32, verbose=0).logits.argmax(-1)
        keep = y != -100
        print(classification_report(y[keep], pred[keep], digits=3, zero_division=0))


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(17)
    tagger = Tagger(Config())
    tagger.train()
    tagger.report()
