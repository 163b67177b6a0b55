import json

import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(3)


def load(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return np.array([r["text"] for r in rows]), np.array([r["desk_id"] for r in rows])


x_train, y_train = load("train")
x_val, y_val = load("validation")
x_test, y_test = load("test")

vectorize = layers.TextVectorization(max_tokens=500, output_mode="int", output_sequence_length=30)
vectorize.adapt(x_train)
print("vocabulary", len(vectorize.get_vocabulary()))


def dataset(x, y, training=False):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(len(x), seed=3)
    return ds.batch(16).map(lambda a, b: (vectorize(a), b)).prefetch(tf.data.AUTOTUNE)


inputs = keras.Input(shape=(30,), dtype="int64")
x = layers.Embedding(len(vectorize.get_vocabulary()), 32, mask_zero=True)(inputs)
x = layers.Bidirectional(layers.GRU(24))(x)
x = layers.Dropout(0.3)(x)
x = layers.Dense(32, activation="relu")(x)
logits = layers.Dense(4)(x)
model = keras.Model(inputs, logits)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)

model.fit(
    dataset(x_train, y_train, training=True),
    validation_data=dataset(x_val, y_val),
    epochs=20,
    verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)],
)
print("test", model.evaluate(dataset(x_test, y_test), return_dict=True, verbose=0))

# for use: text in, probabilities out
text_in = keras.Input(shape=(), dtype="string")
serving = keras.Model(text_in, layers.Softmax()(model(vectorize(text_in))))
some = tf.constant(x_test[:4])
print(np.argmax(serving(some).numpy(), axis=1), y_test[:4])
