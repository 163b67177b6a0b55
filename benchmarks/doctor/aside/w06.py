import json

import numpy as np
import tensorflow as tf
import tf_keras as K
from transformers import AutoTokenizer, TFBartForConditionalGeneration

K.utils.set_random_seed(11)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
bart = TFBartForConditionalGeneration.from_pretrained("checkpoints/dates")


def get_split(name, batch_size, shuffle):
    rows = [json.loads(l) for l in open(f"data/dates/{name}.jsonl", encoding="utf-8")]
    src = tokenizer([r["date"] for r in rows], padding=True, return_tensors="np")
    tgt = tokenizer([r["code"] for r in rows], padding=True, return_tensors="np")
    labels = np.where(tgt["attention_mask"] == 1, tgt["input_ids"], -100)
    ds = tf.data.Dataset.from_tensor_slices({
        "input_ids": src["input_ids"].astype("int32"),
        "attention_mask": src["attention_mask"].astype("int32"),
        "labels": labels.astype("int32"),
    })
    if shuffle:
        ds = ds.shuffle(len(rows))
    return ds.batch(batch_size)


train_ds = get_split("train", 16, True)
dev_ds = get_split("validation", 40, False)

EPOCHS = 15
steps = EPOCHS * len(train_ds)
lr = K.optimizers.schedules.PolynomialDecay(5e-3, steps, end_learning_rate=0.0)
opt = K.optimizers.Adam(lr)


@tf.function
def train_step(batch):
    with tf.GradientTape() as tape:
        out = bart(**batch, training=True)
        loss = tf.reduce_mean(out.loss)
    grads = tape.gradient(loss, bart.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, bart.trainable_variables))
    return loss


def evaluate():
    n = ok = 0
    for batch in dev_ds:
        gen = bart.generate(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            max_new_tokens=8,
        )
        refs = batch["labels"].numpy()
        pred_txt = tokenizer.batch_decode(gen.numpy(), skip_special_tokens=True)
        ref_txt = tokenizer.batch_decode(refs, skip_special_tokens=True)
        ok += sum(p.strip() == r.strip() for p, r in zip(pred_txt, ref_txt))
        n += len(ref_txt)
    return ok / n


for epoch in range(EPOCHS):
    losses = [float(train_step(b)) for b in train_ds]
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")
print(f"exact match on validation: {evaluate():.3f}")
