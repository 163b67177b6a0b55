import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

tf.keras.utils.set_random_seed(18)

MODEL = "checkpoints/tickets"
BATCH = 16
EPOCHS = 10

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def load(split):
    with open("data/tickets/%s.jsonl" % split) as f:
        rows = [json.loads(line) for line in f]
    enc = tokenizer(
        [r["text"] for r in rows], padding="max_length", truncation=True, max_length=32, return_tensors="np"
    )
    return dict(enc), np.array([r["desk_id"] for r in rows])


x_train, y_train = load("train")
x_val, y_val = load("validation")
x_test, y_test = load("test")

train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(y_train), seed=18, reshuffle_each_iteration=True)
    .batch(BATCH)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(80)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(80)

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4)

steps = len(train_ds) * EPOCHS
optimizer, _ = create_optimizer(
    init_lr=6e-4, num_train_steps=steps, num_warmup_steps=steps // 10, weight_decay_rate=0.01
)
model.compile(
    optimizer=optimizer,
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.SparseCategoricalAccuracy("accuracy")],
)
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

loss, accuracy = model.evaluate(test_ds, verbose=0)
print("test loss %.4f, test accuracy %.4f" % (loss, accuracy))

logits = model.predict(test_ds, verbose=0).logits
table = np.zeros((4, 4), dtype=int)
np.add.at(table, (y_test, logits.argmax(-1)), 1)
print("rows: true desk, columns: answer")
print(table)
