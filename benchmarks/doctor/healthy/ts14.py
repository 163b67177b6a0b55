"""Sequence to sequence with attention and teacher forcing: dates in words -> their code, greedy decoding at the end."""
import json

import keras
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(17)
MAX_OUT, DIM = 5, 64                                 # [start] w w w [end]


def load(split):
    with open(f"data/dates/{split}.jsonl") as fh:
        rows = [json.loads(line) for line in fh]
    return [r["date"] for r in rows], ["[start] " + r["code"] + " [end]" for r in rows]


(val_src, val_tgt), (test_src, test_tgt) = load("validation"), load("test")
held_out = set(val_src) | set(test_src)
train_src, train_tgt = map(list, zip(*[p for p in zip(*load("train")) if p[0] not in held_out]))

source_vec = layers.TextVectorization(standardize=None, output_sequence_length=4)
target_vec = layers.TextVectorization(standardize=None, output_sequence_length=MAX_OUT)
source_vec.adapt(train_src)
target_vec.adapt(train_tgt)
vocab = target_vec.get_vocabulary()
START = vocab.index("[start]")


def make_ds(src, tgt, training):
    def split(s, t):
        ids = target_vec(t)
        return (source_vec(s), ids[:, :-1]), ids[:, 1:]      # decoder input, target shifted by one

    ds = tf.data.Dataset.from_tensor_slices((src, tgt))
    return (ds.shuffle(len(src)) if training else ds).batch(32).map(split).prefetch(tf.data.AUTOTUNE)


class Seq2Seq(keras.Model):
    def __init__(self, n_source, n_target):
        super().__init__()
        self.source_emb = layers.Embedding(n_source, DIM, mask_zero=True)
        self.encoder = layers.Bidirectional(layers.GRU(DIM // 2, return_sequences=True))
        self.bridge = layers.Dense(DIM, activation="tanh")
        self.target_emb = layers.Embedding(n_target, DIM)
        self.decoder = layers.GRU(DIM, return_sequences=True)
        self.attention, self.out = layers.Attention(use_scale=True), layers.Dense(n_target)      # out: logits

    def call(self, inputs):
        source, target_in = inputs
        source_mask = tf.not_equal(source, 0)
        memory = self.encoder(self.source_emb(source), mask=source_mask)
        weights = tf.cast(source_mask, memory.dtype)[..., None]
        summary = tf.reduce_sum(memory * weights, axis=1) / tf.reduce_sum(weights, axis=1)
        states = self.decoder(self.target_emb(target_in), initial_state=self.bridge(summary))
        context = self.attention([states, memory], mask=[None, source_mask])
        return self.out(tf.concat([states, context], axis=-1))


def greedy(model, src):
    """Feeds the model its own words, starting from [start] alone."""
    source = source_vec(tf.constant(src))
    out = tf.fill([len(src), 1], tf.constant(START, tf.int64))
    for _ in range(MAX_OUT - 1):
        step = tf.argmax(model((source, out), training=False)[:, -1], axis=-1)
        out = tf.concat([out, step[:, None]], axis=1)
    texts = [" ".join(vocab[i] for i in row) for row in out.numpy()[:, 1:]]
    return [t.split(" [end]")[0] for t in texts]


model = Seq2Seq(source_vec.vocabulary_size(), target_vec.vocabulary_size())
model.compile(keras.optimizers.Adam(5e-3, clipnorm=1.0),
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=0))
model.fit(make_ds(train_src, train_tgt, True), validation_data=make_ds(val_src, val_tgt, False), epochs=16, verbose=0,
          callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=5, restore_best_weights=True)])
print("test loss %.4f" % model.evaluate(make_ds(test_src, test_tgt, False), verbose=0))
decoded = greedy(model, test_src)
gold = [t[len("[start] "):-len(" [end]")] for t in test_tgt]
print("exact match on test: %.3f" % (sum(d == g for d, g in zip(decoded, gold)) / len(gold)))
print(test_src[0], "->", decoded[0], "| gold:", gold[0])
