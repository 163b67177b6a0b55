import json

import numpy as np
import tensorflow as tf
from sklearn.metrics import classification_report, confusion_matrix
from tensorflow import keras

BATCH = 32
MAX_LEN = 64
DESKS = ["north", "east", "south", "west"]

tf.keras.utils.set_random_seed(1)


def read_jsonl(split):
    texts, labels = [], []
    with open(f"data/tickets/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, labels


vectorizer = keras.layers.TextVectorization(max_tokens=1000, output_sequence_length=MAX_LEN)
vectorizer.adapt(read_jsonl("train")[0])


def make_dataset(split):
    ds = tf.data.Dataset.from_tensor_slices(read_jsonl(split))
    ds = ds.shuffle(1000)
    ds = ds.batch(BATCH)
    ds = ds.map(lambda t, y: (vectorizer(t), y), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.prefetch(tf.data.AUTOTUNE)


train_ds = make_dataset("train")
val_ds = make_dataset("validation")
test_ds = make_dataset("test")

inputs = keras.Input(shape=(MAX_LEN,), dtype="int64")
x = keras.layers.Embedding(1000, 32)(inputs)
x = keras.layers.Conv1D(64, 3, activation="relu")(x)
x = keras.layers.GlobalMaxPooling1D()(x)
x = keras.layers.Dropout(0.3)(x)
outputs = keras.layers.Dense(len(DESKS), activation="softmax")(x)
model = keras.Model(inputs, outputs)

model.compile(optimizer=keras.optimizers.Adam(3e-3),
              loss=keras.losses.SparseCategoricalCrossentropy(),
              metrics=["accuracy"])

model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print("evaluate() accuracy:", round(acc, 3))

# per desk
probs = model.predict(test_ds, verbose=0)
y_pred = np.argmax(probs, axis=1)
y_true = np.concatenate([y.numpy() for _, y in test_ds])
print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, target_names=DESKS, zero_division=0))
