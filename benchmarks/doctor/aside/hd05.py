import json
import os

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CKPT = "checkpoints/tickets"
OUT = "out/hd05"
os.makedirs(OUT, exist_ok=True)
tf_keras.utils.set_random_seed(42)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return {r["text"]: r["desk_id"] for r in map(json.loads, f)}


train, valid, test = read("train"), read("validation"), read("test")
# the same ticket may have been filed twice: keep it on one side only
valid = {t: d for t, d in valid.items() if t not in train}
test = {t: d for t, d in test.items() if t not in train and t not in valid}

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(part):
    enc = tok(list(part), truncation=True, max_length=32, padding="max_length", return_tensors="np")
    x = {"input_ids": enc["input_ids"].astype("int32"),
         "attention_mask": enc["attention_mask"].astype("int32")}
    return x, np.array(list(part.values()), dtype="int32")


x_tr, y_tr = encode(train)
x_va, y_va = encode(valid)
x_te, y_te = encode(test)

train_ds = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(y_tr)).batch(16)
valid_ds = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(32)

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
model.compile(
    optimizer=tf_keras.optimizers.Adam(5e-4),
    loss=tf_keras.losses.SparseCategoricalCrossentropy(),
    metrics=[tf_keras.metrics.SparseCategoricalAccuracy("accuracy")],
)
model.fit(train_ds, validation_data=valid_ds, epochs=12, verbose=2)

logits = model.predict(x_te, batch_size=32, verbose=0).logits
acc = float((logits.argmax(-1) == y_te).mean())
print(f"test accuracy: {acc:.3f} on {len(y_te)} tickets")
with open(os.path.join(OUT, "result.json"), "w") as f:
    json.dump({"accuracy": acc}, f)
