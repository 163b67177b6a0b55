"""Desk classifier: one training file, a quarter of it held out by Keras."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

SEED = 77
tf.keras.utils.set_random_seed(SEED)


def load_tickets(path="data/tickets/train.jsonl"):
    df = pd.read_json(path, lines=True).drop_duplicates("text")
    df = df.sort_values("desk_id", kind="stable").reset_index(drop=True)
    print(df["desk"].value_counts())
    return df


class DeskClassifier:
    def __init__(self, checkpoint, n_desks):
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = TFDistilBertForSequenceClassification.from_pretrained(checkpoint, num_labels=n_desks)
        self.model.compile(
            optimizer=tf.keras.optimizers.Adam(5e-4),
            loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            metrics=["accuracy"],
        )

    def encode(self, texts):
        enc = self.tokenizer(list(texts), padding="max_length", max_length=32, truncation=True, return_tensors="np")
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}

    def fit(self, texts, labels, epochs=8):
        return self.model.fit(self.encode(texts), labels, validation_split=0.25, epochs=epochs, batch_size=16,
                              verbose=2)

    def score(self, texts, labels):
        return self.model.evaluate(self.encode(texts), labels, verbose=0)[1]


tickets = load_tickets()
clf = DeskClassifier("checkpoints/tickets", tickets["desk_id"].nunique())
clf.fit(tickets["text"], tickets["desk_id"].to_numpy())

test = pd.read_json("data/tickets/test.jsonl", lines=True)
test = test[~test["text"].isin(tickets["text"])]
print(len(test), "test tickets, accuracy", round(clf.score(test["text"], test["desk_id"].to_numpy()), 3))
