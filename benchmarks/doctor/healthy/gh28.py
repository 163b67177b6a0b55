"""TFDistilBert with tf_keras: the schedule comes from transformers.create_optimizer, callbacks from tf_keras."""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

CKPT, OUT = "checkpoints/tickets", "out/gh28"
BATCH, EPOCHS = 16, 15
os.makedirs(OUT, exist_ok=True)
tf_keras.utils.set_random_seed(30)


def read(name):
    with open(f"data/tickets/{name}.jsonl") as f:
        return [(r["text"], r["desk_id"]) for r in map(json.loads, f)]


test = read("test")
held = {text for text, _ in test}
valid = [r for r in read("validation") if r[0] not in held]
held |= {text for text, _ in valid}
train = [r for r in read("train") if r[0] not in held]

tok = AutoTokenizer.from_pretrained(CKPT)


def dataset(rows, shuffle=False):
    enc = tok([t for t, _ in rows], padding="max_length", truncation=True, max_length=32, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), np.array([y for _, y in rows])))
    if shuffle:
        ds = ds.shuffle(len(rows), seed=30)
    return ds.batch(BATCH if shuffle else 80)


train_ds, valid_ds, test_ds = dataset(train, shuffle=True), dataset(valid), dataset(test)
total = EPOCHS * len(train_ds)
optimizer, _ = create_optimizer(init_lr=8e-4, num_train_steps=total, num_warmup_steps=total // 10, weight_decay_rate=0.01)

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
model.compile(optimizer=optimizer, loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])


class BestWeights(tf_keras.callbacks.Callback):
    """Keeps the weights of the best epoch in memory; training itself runs to the end of the schedule."""

    def __init__(self):
        super().__init__()
        self.best, self.weights = np.inf, None

    def on_epoch_end(self, epoch, logs=None):
        if logs["val_loss"] < self.best:
            self.best, self.weights = logs["val_loss"], self.model.get_weights()

    def on_train_end(self, logs=None):
        self.model.set_weights(self.weights)


model.fit(train_ds, validation_data=valid_ds, epochs=EPOCHS, callbacks=[BestWeights()], verbose=2)
logits = model.predict(test_ds, verbose=0).logits
gold = np.array([y for _, y in test])
print("validation", dict(zip(model.metrics_names, model.evaluate(valid_ds, verbose=0))))
print("test accuracy", float((logits.argmax(-1) == gold).mean()))
model.save_pretrained(OUT)
tok.save_pretrained(OUT)
