import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(7)

CKPT = "checkpoints/tickets"
MAX_LEN = 32
BATCH = 16
EPOCHS = 8


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


train_texts, train_y = read("train")
val_texts, val_y = read("validation")
test_texts, test_y = read("test")

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(texts):
    enc = tokenizer(texts, truncation=True, padding="max_length", max_length=MAX_LEN, return_tensors="np")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


train_ds = tf.data.Dataset.from_tensor_slices((encode(train_texts), train_y)).shuffle(480).batch(BATCH)
val_ds = tf.data.Dataset.from_tensor_slices((encode(val_texts), val_y)).batch(BATCH)
test_ds = tf.data.Dataset.from_tensor_slices((encode(test_texts), test_y)).batch(BATCH)

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)
model.summary()

history = model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

for e, (a, v) in enumerate(zip(history.history["loss"], history.history["val_accuracy"]), 1):
    print(f"epoch {e}: loss {a:.4f}  val_accuracy {v:.4f}")

logits = model.predict(test_ds, verbose=0).logits
pred = logits.argmax(-1)
print("test accuracy", (pred == test_y).mean())
print("predicted counts", np.bincount(pred, minlength=4), "true counts", np.bincount(test_y, minlength=4))
