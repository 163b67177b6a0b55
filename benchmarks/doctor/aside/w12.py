import json

import numpy as np
import tensorflow as tf
import tf_keras as keras
from transformers import AutoTokenizer, TFDistilBertModel

keras.utils.set_random_seed(17)

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")


def read_jsonl(p):
    texts, labels = [], []
    with open(p) as fh:
        for line in fh:
            row = json.loads(line)
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, np.array(labels)


train_texts, train_labels = read_jsonl("data/tickets/train.jsonl")
val_texts, val_labels = read_jsonl("data/tickets/validation.jsonl")


def vectorize(texts):
    enc = tok(texts, padding=True, return_tensors="tf")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


class DeskClassifier(keras.Model):
    """DistilBERT -> masked mean -> Dense"""

    def __init__(self, n_desks, rate=0.1):
        super().__init__()
        self.encoder = TFDistilBertModel.from_pretrained("checkpoints/tickets")
        self.dropout = keras.layers.Dropout(rate)
        self.classifier = keras.layers.Dense(n_desks)

    def call(self, inputs, training=None):
        hidden = self.encoder(inputs, training=training).last_hidden_state
        mask = tf.cast(inputs["attention_mask"], hidden.dtype)[:, :, None]
        pooled = tf.reduce_sum(hidden * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        return self.classifier(self.dropout(pooled, training=training))


clf = DeskClassifier(4)
clf.compile(
    optimizer=keras.optimizers.Adam(5e-4),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
clf.fit(
    vectorize(train_texts),
    train_labels,
    validation_data=(vectorize(val_texts), val_labels),
    batch_size=16,
    epochs=10,
    verbose=2,
    callbacks=[keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2)],
)

logits = clf.predict(vectorize(val_texts), verbose=0)
print("val accuracy: %.3f" % np.mean(logits.argmax(-1) == val_labels))
