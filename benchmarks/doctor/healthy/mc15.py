"""Review sentiment, hand written TensorFlow loop: tf.function steps, CheckpointManager, early stopping.
The task's validation file is used as test set, 400 training rows are set aside for stopping."""
import logging
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import shutil
from contextlib import contextmanager

import keras
import numpy as np
import pandas as pd
import tensorflow as tf

logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
log = logging.getLogger("reviews")

PARAMS = {
    "seed": 6,
    "text": {"max_tokens": 3000, "length": 48},
    "model": {"dim": 48, "units": 32, "dropout": 0.3},
    "fit": {"lr": 2e-3, "batch": 32, "max_epochs": 15, "patience": 4},
    "folder": "out/mc15",
}

class AttentionPool(keras.layers.Layer):
    """Weighted mean over the words; padding gets no weight."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        self.score = keras.layers.Dense(1)

    def compute_mask(self, inputs, previous_mask=None):
        return None                       # used up here, there are no time steps afterwards

    def call(self, h, keep):
        s = self.score(h)[..., 0]
        s = tf.where(keep, s, tf.fill(tf.shape(s), tf.constant(-1e9, s.dtype)))
        return tf.einsum("bt,btd->bd", tf.nn.softmax(s, axis=-1), h)

class Reviewer(keras.Model):
    def __init__(self, vocabulary_size, dim, units, dropout):
        super().__init__()
        self.embed = keras.layers.Embedding(vocabulary_size, dim)
        self.rnn = keras.layers.Bidirectional(keras.layers.LSTM(units, return_sequences=True))
        self.drop = keras.layers.Dropout(dropout)
        self.pool = AttentionPool()
        self.out = keras.layers.Dense(1)

    def call(self, ids, training=False):
        keep = tf.not_equal(ids, 0)
        h = self.drop(self.embed(ids), training=training)
        h = self.rnn(h, mask=keep, training=training)
        return self.out(self.drop(self.pool(h, keep), training=training))[:, 0]

class Patience:
    def __init__(self, n):
        self.n, self.best, self.left = n, -np.inf, n

    def improved(self, value):
        if value > self.best:
            self.best, self.left = value, self.n
            return True
        self.left -= 1
        return False

    @property
    def over(self):
        return self.left <= 0

@contextmanager
def fresh_folder(path):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    yield path
    log.info("files written: %s", sorted(os.listdir(path)))

def load(p):
    train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(frac=1.0, random_state=p["seed"])
    test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    frames = {"train": train.iloc[400:], "val": train.iloc[:400], "test": test}
    vectorize = keras.layers.TextVectorization(max_tokens=p["text"]["max_tokens"],
                                               output_sequence_length=p["text"]["length"])
    vectorize.adapt(frames["train"].sentence.tolist())
    sets = {}
    for name, f in frames.items():
        ids = vectorize(tf.constant(f.sentence.tolist()))
        ds = tf.data.Dataset.from_tensor_slices((ids, f.label.to_numpy(dtype="float32")))
        if name == "train":
            ds = ds.shuffle(len(f), seed=p["seed"])
        sets[name] = ds.batch(p["fit"]["batch"]).prefetch(1)
    return sets, vectorize.vocabulary_size(), float(np.mean(test.label))

def main(p):
    keras.utils.set_random_seed(p["seed"])
    sets, size, positive = load(p)
    model = Reviewer(size, **p["model"])
    optimizer = keras.optimizers.Adam(p["fit"]["lr"], global_clipnorm=1.0)
    bce = keras.losses.BinaryCrossentropy(from_logits=True)
    model(next(iter(sets["train"]))[0])                   # creates the weights
    optimizer.build(model.trainable_variables)
    seen_loss = keras.metrics.Mean()
    accuracy = keras.metrics.BinaryAccuracy(threshold=0.0)          # on logits

    @tf.function(reduce_retracing=True)
    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = bce(y, model(x, training=True))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    @tf.function(reduce_retracing=True)
    def logits_of(x):
        return model(x, training=False)

    def score(name):
        accuracy.reset_state()
        for x, y in sets[name]:
            accuracy.update_state(y[:, None], logits_of(x)[:, None])
        return float(accuracy.result())

    with fresh_folder(p["folder"]) as folder:
        ckpt = tf.train.Checkpoint(model=model)
        manager = tf.train.CheckpointManager(ckpt, folder, max_to_keep=1)
        patience = Patience(p["fit"]["patience"])
        for epoch in range(p["fit"]["max_epochs"]):
            seen_loss.reset_state()
            for x, y in sets["train"]:
                seen_loss.update_state(train_step(x, y), sample_weight=len(y))
            value = score("val")
            log.info("epoch %d loss %.4f val acc %.4f", epoch, float(seen_loss.result()), value)
            if patience.improved(value):
                manager.save(checkpoint_number=epoch)
            elif patience.over:
                break
        ckpt.restore(manager.latest_checkpoint).assert_existing_objects_matched().expect_partial()

    log.info("best val %.4f, test accuracy %.4f (majority %.3f)", patience.best, score("test"),
             max(positive, 1 - positive))

if __name__ == "__main__":
    main(PARAMS)
