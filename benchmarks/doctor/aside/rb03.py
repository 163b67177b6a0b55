import json
import random

import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForCausalLM

CKPT = "checkpoints/steps"
EPOCHS = 8
BATCH = 16

tf.keras.utils.set_random_seed(42)

tok = AutoTokenizer.from_pretrained(CKPT)
tok.pad_token = tok.eos_token
model = TFAutoModelForCausalLM.from_pretrained(CKPT)


def rows(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]


def to_text(r):
    return f"{r['prompt']} {r['steps']} {tok.eos_token}"


train, test = rows("train"), rows("test")
print(to_text(train[0]))

enc = tok([to_text(r) for r in train], padding=True, truncation=True, max_length=32, return_tensors="tf")
dataset = (
    tf.data.Dataset.from_tensor_slices((enc["input_ids"], enc["attention_mask"]))
    .shuffle(len(train))
    .batch(BATCH, drop_remainder=True)
)

optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3)
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


@tf.function
def train_step(input_ids, attention_mask):
    with tf.GradientTape() as tape:
        logits = model(input_ids, attention_mask=attention_mask, training=True).logits
        labels = input_ids
        weights = tf.cast(attention_mask, tf.float32)
        losses = cross_entropy(labels, logits)
        loss = tf.reduce_sum(losses * weights) / tf.reduce_sum(weights)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(EPOCHS):
    total = [float(train_step(ids, mask)) for ids, mask in dataset]
    print(f"epoch {epoch + 1}/{EPOCHS} loss {sum(total) / len(total):.4f}")

random.seed(1)
sample = random.sample(test, 12)
hits = 0
for i, r in enumerate(sample):
    x = tok(r["prompt"], return_tensors="tf")
    out = model.generate(
        x["input_ids"],
        attention_mask=x["attention_mask"],
        max_new_tokens=8,
        do_sample=False,
        pad_token_id=tok.eos_token_id,
    )
    answer = tok.decode(out[0][x["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    hits += answer == r["steps"]
    if i < 5:
        print(r["prompt"], "=>", answer, "| expected:", r["steps"])
print(f"exact match {hits}/{len(sample)}")
