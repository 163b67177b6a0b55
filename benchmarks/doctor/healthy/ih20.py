# Tickets -> desk, text in, logits out. tf.data + TextVectorization + a hand-written training step.
import json
import os
import pathlib

os.environ.setdefault("KERAS_BACKEND", "tensorflow")  # before keras is imported

import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(1)

DATA = pathlib.Path("data/tickets")
MAX_WORDS, SEQ_LEN, BATCH, EPOCHS = 300, 64, 16, 20


def read(name, skip=()):
    texts, labels, seen = [], [], set(skip)
    for line in (DATA / f"{name}.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["text"] in seen:
            continue
        seen.add(row["text"])
        texts.append(row["text"])
        labels.append(row["desk_id"])
    return texts, labels


test_texts, test_labels = read("test")
val_texts, val_labels = read("validation", skip=test_texts)
train_texts, train_labels = read("train", skip=test_texts + val_texts)
n_classes = max(train_labels) + 1
print(len(train_texts), "train", len(val_texts), "validation", len(test_texts), "test")

vectorize = layers.TextVectorization(max_tokens=MAX_WORDS, output_mode="int", output_sequence_length=SEQ_LEN)
vectorize.adapt(tf.data.Dataset.from_tensor_slices(train_texts).batch(64))  # vocabulary: training texts only


def dataset(texts, labels, training=False):
    ds = tf.data.Dataset.from_tensor_slices((texts, labels))
    if training:
        ds = ds.shuffle(len(texts), seed=1)  # reshuffles each epoch
    ds = ds.batch(BATCH if training else 64)
    return ds.map(lambda t, y: (vectorize(t), y), num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)


class TicketNet(keras.Model):
    """Embedding -> masked BiGRU -> logits, with its own train_step that clips by the global norm."""

    def __init__(self, vocab_size, n_classes, **kwargs):
        super().__init__(**kwargs)
        self.embed = layers.Embedding(vocab_size, 32, mask_zero=True)
        self.rnn = layers.Bidirectional(layers.GRU(24))
        self.drop = layers.Dropout(0.3)
        self.out = layers.Dense(n_classes)

    def call(self, ids, training=None):
        h = self.rnn(self.embed(ids), mask=self.embed.compute_mask(ids), training=training)
        return self.out(self.drop(h, training=training))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=logits, training=True)
        weights = self.trainable_variables
        grads, _ = tf.clip_by_global_norm(tape.gradient(loss, weights), 1.0)
        self.optimizer.apply(grads, weights)
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss, sample_weight=tf.shape(x)[0])
            else:
                metric.update_state(y, logits)
        return self.get_metrics_result()


train_ds = dataset(train_texts, train_labels, training=True)
val_ds = dataset(val_texts, val_labels)
test_ds = dataset(test_texts, test_labels)

model = TicketNet(vectorize.vocabulary_size(), n_classes)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=EPOCHS,
    verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)],
)

scores = model.evaluate(test_ds, return_dict=True, verbose=0)
print("test accuracy", round(float(scores["accuracy"]), 3))
probs = keras.ops.softmax(model.predict(test_ds, verbose=0))
print("mean confidence", float(np.mean(np.max(keras.ops.convert_to_numpy(probs), axis=1))))
