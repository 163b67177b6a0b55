import json
import re

import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

MAX_LEN = 32
BATCH_SIZE = 16
EPOCHS = 15

keras.utils.set_random_seed(5)


def read_split(name):
    texts, labels = [], []
    with open(f"data/tickets/{name}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            texts.append(re.findall(r"\w+", row["text"].lower()))
            labels.append(row["desk_id"])
    return texts, labels


class Vocabulary:
    def __init__(self, texts):
        self.index = {}
        for words in texts:
            for w in words:
                self.index.setdefault(w, len(self.index) + 2)

    def __len__(self):
        return len(self.index) + 2

    def __call__(self, texts):
        ids = [[self.index.get(w, 1) for w in words] for words in texts]
        return keras.utils.pad_sequences(ids, maxlen=MAX_LEN, padding="post", truncating="post")


class DeskModel(keras.Model):
    def __init__(self, vocab_size, num_desks):
        super().__init__()
        self.embed = layers.Embedding(vocab_size, 64, mask_zero=True)
        self.pool = layers.GlobalAveragePooling1D()
        self.hidden = layers.Dense(64, activation="relu")
        self.head = layers.Dense(num_desks)
        self.ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.acc_tracker = keras.metrics.SparseCategoricalAccuracy(name="acc")

    def call(self, ids, training=False):
        return self.head(self.hidden(self.pool(self.embed(ids))))

    @property
    def metrics(self):
        return [self.loss_tracker, self.acc_tracker]

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self.ce(y, logits)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        self.acc_tracker.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        self.loss_tracker.update_state(self.ce(y, logits))
        self.acc_tracker.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


train_texts, train_labels = read_split("train")
val_texts, val_labels = read_split("validation")
vocab = Vocabulary(train_texts)

x_ds = tf.data.Dataset.from_tensor_slices(vocab(train_texts))
y_ds = tf.data.Dataset.from_tensor_slices(train_labels)
train_ds = tf.data.Dataset.zip((x_ds, y_ds)).shuffle(480).batch(BATCH_SIZE)
val_ds = tf.data.Dataset.from_tensor_slices((vocab(val_texts), val_labels)).batch(BATCH_SIZE)

model = DeskModel(len(vocab), 4)
model.compile(optimizer=keras.optimizers.Adam(5e-3))
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)
print(model.evaluate(val_ds, return_dict=True, verbose=0))
