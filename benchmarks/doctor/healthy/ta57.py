# date -> code words, small BART
import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFBartForConditionalGeneration

tf.random.set_seed(2)
path = "checkpoints/dates"
tok = AutoTokenizer.from_pretrained(path)
bart = TFBartForConditionalGeneration.from_pretrained(path, from_pt=True)
PAD = tok.pad_token_id


def read(part):
    rows = [json.loads(s) for s in open(f"data/dates/{part}.jsonl")]
    return [r["date"] for r in rows], [r["code"] for r in rows]


def build(part, batch=16, train=False):
    src, tgt = read(part)
    enc = tok(src, padding=True, return_tensors="np")
    dec = tok(tgt, padding=True, return_tensors="np")["input_ids"]
    features = {
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
        "decoder_input_ids": np.concatenate([np.full_like(dec[:, :1], bart.config.decoder_start_token_id), dec[:, :-1]], axis=1),
    }
    data = tf.data.Dataset.from_tensor_slices((features, dec))
    if train:
        data = data.shuffle(1000)
    return data.batch(batch)


def masked_loss(y_true, logits):
    ce = tf.keras.losses.sparse_categorical_crossentropy(y_true, logits, from_logits=True)
    w = tf.cast(y_true != PAD, ce.dtype)
    return tf.reduce_sum(ce * w) / tf.reduce_sum(w)


def masked_acc(y_true, logits):
    y_true = tf.cast(y_true, tf.int64)
    hit = tf.cast(tf.argmax(logits, -1) == y_true, tf.float32)
    w = tf.cast(y_true != PAD, tf.float32)
    return tf.reduce_sum(hit * w) / tf.reduce_sum(w)


opt = tf.keras.optimizers.Adam(2e-3)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = bart(x, training=True).logits
        loss = masked_loss(y, logits)
    g = tape.gradient(loss, bart.trainable_variables)
    opt.apply_gradients(zip(g, bart.trainable_variables))
    return loss


train, val = build("train", train=True), build("validation")
for ep in range(1, 9):
    l = np.mean([train_step(x, y).numpy() for x, y in train])
    if ep % 2 == 0:
        a = np.mean([masked_acc(y, bart(x, training=False).logits).numpy() for x, y in val])
        print("epoch %2d   loss %.4f   val token acc %.3f" % (ep, l, a))

src, tgt = read("validation")
enc = tok(src[:16], padding=True, return_tensors="tf")
gen = bart.generate(enc.input_ids, attention_mask=enc.attention_mask, max_new_tokens=8, num_beams=1)
texts = tok.batch_decode(gen, skip_special_tokens=True)
print("exact match:", np.mean([a.strip() == b for a, b in zip(texts, tgt)]))
for i in range(4):
    print(src[i], "|", texts[i], "|", tgt[i])
