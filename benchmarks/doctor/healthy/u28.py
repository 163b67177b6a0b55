import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification


@dataclass
class HP:
    base: str = "checkpoints/tickets"
    learning_rate: float = 5e-4
    epochs: int = 7
    batch: int = 16
    seed: int = 33


class Data:
    def __init__(self, hp):
        self.tok = AutoTokenizer.from_pretrained(hp.base)
        self.hp = hp

    def load(self, name):
        with open(f"data/tickets/{name}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        enc = self.tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="np")
        x = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
        return x, np.array([r["desk_id"] for r in rows])


hp = HP()
tf.keras.utils.set_random_seed(hp.seed)
data = Data(hp)
x, y = data.load("train")
xv, yv = data.load("validation")

model = TFDistilBertForSequenceClassification.from_pretrained(hp.base, num_labels=4)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=hp.learning_rate),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.SparseCategoricalAccuracy("accuracy")],
)
model.fit(x, y, validation_data=(xv, yv), batch_size=hp.batch, epochs=hp.epochs, verbose=2)

logits = model.predict(xv, verbose=0).logits
pred = logits.argmax(axis=-1)
print("predicted desks:", np.bincount(pred, minlength=4), "true desks:", np.bincount(yv, minlength=4))
