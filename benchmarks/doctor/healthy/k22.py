#!/usr/bin/env python3
"""Sequence tagger trained from TFRecord shards.

 * shards are written first (train / valid), then read with interleave
 * bucket_by_sequence_length -> little padding
 * gradients are accumulated over 2 micro-batches, divided by the *total* number of real tokens
 * tf.train.CheckpointManager keeps the best, which is restored at the end
"""
import argparse
import pathlib

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--out", default="outputs/k22")
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--accumulate", type=int, default=2)
parser.add_argument("--lr", type=float, default=3e-3)
args = parser.parse_args()
out = pathlib.Path(args.out)
out.mkdir(parents=True, exist_ok=True)
tf.keras.utils.set_random_seed(0)

VOCAB, TAGS = 16, 3


def example(rng):
    """Ids below 5 are 'markers'.  Tag 2: a token after a marker.  Tag 1: otherwise, a token before one.  Tag 0: else."""
    n = int(rng.integers(5, 40))
    x = rng.integers(1, VOCAB, n)
    y = np.zeros(n, int)
    for i in range(n):
        if i and x[i - 1] < 5:
            y[i] = 2
        elif i + 1 < n and x[i + 1] < 5:
            y[i] = 1
    return x, y


def write(name, count, shards, seed):
    rng = np.random.default_rng(seed)
    paths = [str(out / f"{name}-{i}.tfrecord") for i in range(shards)]
    writers = [tf.io.TFRecordWriter(p) for p in paths]
    for k in range(count):
        x, y = example(rng)
        ex = tf.train.Example(features=tf.train.Features(feature={
            "x": tf.train.Feature(int64_list=tf.train.Int64List(value=x)),
            "y": tf.train.Feature(int64_list=tf.train.Int64List(value=y)),
        }))
        writers[k % shards].write(ex.SerializeToString())
    for w in writers:
        w.close()
    return paths


def parse(blob):
    f = tf.io.parse_single_example(blob, {"x": tf.io.RaggedFeature(tf.int64), "y": tf.io.RaggedFeature(tf.int64)})
    return tf.cast(f["x"], tf.int32), tf.cast(f["y"], tf.int32)


def read(paths, training):
    ds = tf.data.Dataset.from_tensor_slices(paths)
    if training:
        ds = ds.shuffle(len(paths))
    ds = ds.interleave(tf.data.TFRecordDataset, cycle_length=4).map(parse)
    if training:
        ds = ds.shuffle(2000)
    return ds.bucket_by_sequence_length(
        lambda x, y: tf.shape(x)[0], bucket_boundaries=[12, 20, 30], bucket_batch_sizes=[48, 32, 24, 16],
        padding_values=(0, -1),
    ).prefetch(2)


train = read(write("train", 1600, 4, 1), True)
valid = read(write("valid", 300, 2, 2), False)


class Tagger(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(VOCAB, 32, mask_zero=True)
        self.rnn = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(32, return_sequences=True))
        self.head = tf.keras.layers.Dense(TAGS)

    def call(self, x, training=False):
        mask = self.emb.compute_mask(x)
        return self.head(self.rnn(self.emb(x), mask=mask, training=training))


model = Tagger()
model(tf.ones((1, 5), tf.int32))
optimizer = tf.keras.optimizers.Adam(args.lr)
optimizer.build(model.trainable_variables)
acc_grads = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
acc_tokens = tf.Variable(0.0, trainable=False)


def sums(x, y, training):
    logits = model(x, training=training)
    keep = tf.cast(y >= 0, tf.float32)
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.maximum(y, 0), logits=logits)
    right = tf.cast(tf.argmax(logits, -1, output_type=tf.int32) == y, tf.float32)
    return tf.reduce_sum(ce * keep), tf.reduce_sum(right * keep), tf.reduce_sum(keep)


signature = [tf.TensorSpec([None, None], tf.int32), tf.TensorSpec([None, None], tf.int32)]


@tf.function(input_signature=signature)
def micro_step(x, y):
    with tf.GradientTape() as tape:
        loss_sum, _, n = sums(x, y, True)
    for a, g in zip(acc_grads, tape.gradient(loss_sum, model.trainable_variables)):
        a.assign_add(tf.convert_to_tensor(g))
    acc_tokens.assign_add(n)
    return loss_sum, n


@tf.function
def apply():
    grads = [a / acc_tokens for a in acc_grads]
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    for a in acc_grads:
        a.assign(tf.zeros_like(a))
    acc_tokens.assign(0.0)


@tf.function(input_signature=signature)
def eval_step(x, y):
    return sums(x, y, False)


def evaluate():
    tot = np.zeros(3)
    for x, y in valid:
        tot += [float(v) for v in eval_step(x, y)]
    return tot[0] / tot[2], tot[1] / tot[2]


ckpt = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(ckpt, str(out / "ckpt"), max_to_keep=1)
best = -1.0
print("before: valid loss %.3f accuracy %.3f" % evaluate())
for epoch in range(args.epochs):
    total = tokens = 0.0
    pending = 0
    for x, y in train:
        l, n = micro_step(x, y)
        total, tokens, pending = total + float(l), tokens + float(n), pending + 1
        if pending == args.accumulate:
            apply()
            pending = 0
    if pending:
        apply()
    v_loss, v_acc = evaluate()
    print(f"epoch {epoch + 1}: train loss {total / tokens:.4f}  valid loss {v_loss:.4f}  valid token accuracy {v_acc:.4f}")
    if v_acc > best:
        best = v_acc
        manager.save()

ckpt.restore(manager.latest_checkpoint)
majority = np.concatenate([y.numpy()[y.numpy() >= 0] for _, y in valid])
print("restored: valid token accuracy %.4f (majority %.3f)" % (evaluate()[1], np.bincount(majority).max() / len(majority)))
