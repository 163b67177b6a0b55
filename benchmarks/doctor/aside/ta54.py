import argparse
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForCausalLM

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="checkpoints/steps")
parser.add_argument("--epochs", type=int, default=7)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--batch-size", type=int, default=16)
args = parser.parse_args()

tf.random.set_seed(0)
tokenizer = AutoTokenizer.from_pretrained(args.model)
eos = tokenizer.eos_token_id
model = TFAutoModelForCausalLM.from_pretrained(args.model, from_pt=True)


def load_jsonl(path):
    with open(path) as fh:
        return [json.loads(line) for line in fh]


def encode(rows, length=16):
    """prompt + steps + eos; padding is ignored in the loss (-100)"""
    ids = np.full((len(rows), length), eos, dtype=np.int32)
    mask = np.zeros((len(rows), length), dtype=np.int32)
    labels = np.full((len(rows), length), -100, dtype=np.int32)
    for i, row in enumerate(rows):
        seq = tokenizer(row["prompt"] + " " + row["steps"]).input_ids + [eos]
        ids[i, : len(seq)] = seq
        mask[i, : len(seq)] = 1
        labels[i, : len(seq) - 1] = seq[1:]
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


train_rows = load_jsonl("data/steps/train.jsonl")
val_rows = load_jsonl("data/steps/validation.jsonl")
train = tf.data.Dataset.from_tensor_slices(encode(train_rows)).shuffle(len(train_rows)).batch(args.batch_size)
val = tf.data.Dataset.from_tensor_slices(encode(val_rows)).batch(80)

optimizer = tf.keras.optimizers.Adam(args.lr)


@tf.function
def step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch, training=True).loss)
    grads = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(grads, model.trainable_weights))
    return loss


for epoch in range(args.epochs):
    losses = [float(step(b)) for b in train]
    vloss = np.mean([float(tf.reduce_mean(model(b, training=False).loss)) for b in val])
    print(f"epoch {epoch:2d}  loss {np.mean(losses):.3f}  val {vloss:.3f}")

right = 0
for row in val_rows[:5]:
    enc = tokenizer(row["prompt"], return_tensors="tf")
    out = model.generate(enc.input_ids, attention_mask=enc.attention_mask, max_new_tokens=8,
                         do_sample=False, pad_token_id=eos)
    text = tokenizer.decode(out[0, enc.input_ids.shape[1]:], skip_special_tokens=True).strip()
    right += text == row["steps"]
    if row in val_rows[:3]:
        print(row["prompt"], "->", repr(text), "| wanted:", row["steps"])
print(f"exact match {right}/5")
