import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
import numpy as np
import tensorflow as tf
from tf_keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

MODEL = "checkpoints/tickets"
LR = 5e-4
EPOCHS = 5

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def read(path):
    with open(path) as f:
        rows = [json.loads(l) for l in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


def encode(texts):
    return dict(tokenizer(texts, max_length=32, padding="max_length", truncation=True, return_tensors="np"))


train_texts, train_labels = read("data/tickets/train.jsonl")
val_texts, val_labels = read("data/tickets/validation.jsonl")
test_texts, test_labels = read("data/tickets/test.jsonl")

tf.random.set_seed(0)
model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4)
model.compile(
    optimizer=Adam(learning_rate=LR),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.summary()

model.fit(
    encode(train_texts),
    train_labels,
    validation_data=(encode(val_texts), val_labels),
    epochs=EPOCHS,
    batch_size=16,
    verbose=2,
)
preds = np.argmax(model.predict(encode(test_texts), verbose=0).logits, axis=1)
print("test accuracy", (preds == test_labels).mean())
