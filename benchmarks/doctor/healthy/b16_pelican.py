import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import csv, tempfile
import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSeq2SeqLM

tf.keras.utils.set_random_seed(21)

# the rows go through a csv first, as my colleagues send them
folder = tempfile.mkdtemp()
for split in ("train", "validation"):
    pd.read_json(f"data/dates/{split}.jsonl", lines=True).to_csv(f"{folder}/{split}.csv", index=False)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
model = TFAutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")

def load(split):
    with open(f"{folder}/{split}.csv", newline="") as f:
        rows = list(csv.DictReader(f))
    src = tokenizer([r["date"] for r in rows], padding=True, return_tensors="np")
    tgt = tokenizer([r["code"] for r in rows], padding=True, return_tensors="np")
    labels = np.where(tgt["attention_mask"] == 1, tgt["input_ids"], -100)
    return rows, tf.data.Dataset.from_tensor_slices(
        {"input_ids": src["input_ids"], "attention_mask": src["attention_mask"], "labels": labels}
    )

train_rows, train = load("train")
val_rows, val = load("validation")
train = train.shuffle(len(train_rows)).batch(16)

optimizer = tf.keras.optimizers.Adam(3e-3)

@tf.function
def update(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch, training=True).loss)
    grads = tape.gradient(loss, model.trainable_variables)
    grads, norm = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss, norm

for epoch in range(5):
    seen = []
    for batch in train:
        loss, norm = update(batch)
        seen.append(float(loss))
    val_loss = np.mean([float(tf.reduce_mean(model(b, training=False).loss)) for b in val.batch(40)])
    print(f"epoch {epoch} train {np.mean(seen):.3f} val {val_loss:.3f} last norm {float(norm):.2f}")

rows = val_rows[:40]
enc = tokenizer([r["date"] for r in rows], padding=True, return_tensors="tf")
gen = model.generate(enc["input_ids"], attention_mask=enc["attention_mask"], max_new_tokens=8)
pred = tokenizer.batch_decode(gen, skip_special_tokens=True)
print("exact", np.mean([p.strip() == r["code"] for p, r in zip(pred, rows)]))
