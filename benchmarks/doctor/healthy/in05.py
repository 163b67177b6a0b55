# Short restaurant reviews -> good or bad. Word order counts ("not good at all"), so a recurrent net.
import itertools
import random

import numpy as np
import tensorflow as tf
import keras
from keras import layers

SEED = 4
keras.utils.set_random_seed(SEED)
random.seed(SEED)

THINGS = ["soup", "bread", "waiter", "coffee", "terrace", "music", "dessert", "salad", "price", "fish"]
GOOD = ["good", "lovely", "perfect", "great"]
BAD = ["bad", "awful", "boring", "poor"]
OPENERS = ["we came on friday and", "to be honest", "as always", "my sister says", "for lunch"]
ENDS = ["", "at all", "this time", "in the evening"]


def all_reviews():
    for opener, thing, negated, word, end in itertools.product(OPENERS, THINGS, (False, True), GOOD + BAD, ENDS):
        positive = (word in GOOD) != negated
        verb = "was not" if negated else "was"
        yield f"{opener} the {thing} {verb} {word} {end}".strip(), int(positive)


reviews = list(all_reviews())
# fewer complaints than praise, as in the real box
reviews = [r for r in reviews if r[1] == 1 or random.random() < 0.35]
random.shuffle(reviews)
assert len({t for t, _ in reviews}) == len(reviews)  # every text once, so the parts share none
n = len(reviews)
parts = reviews[: int(0.6 * n)], reviews[int(0.6 * n): int(0.8 * n)], reviews[int(0.8 * n):]
(train_t, train_y), (val_t, val_y), (test_t, test_y) = (
    (np.array([t for t, _ in p]), np.array([y for _, y in p], dtype="int64")) for p in parts)
print("reviews:", len(train_t), len(val_t), len(test_t), "share of praise:", train_y.mean().round(2))

vectorize = layers.TextVectorization(max_tokens=200, output_mode="int", output_sequence_length=14)
vectorize.adapt(tf.data.Dataset.from_tensor_slices(train_t).batch(128))


def to_ds(texts, labels, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((texts, labels))
    if shuffle:
        ds = ds.shuffle(len(texts), seed=SEED, reshuffle_each_iteration=True)
    ds = ds.batch(32).map(lambda t, y: (vectorize(t), y), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.prefetch(tf.data.AUTOTUNE)


model = keras.Sequential([
    keras.Input(shape=(14,), dtype="int64"),
    layers.Embedding(vectorize.vocabulary_size(), 24, mask_zero=True),
    layers.Bidirectional(layers.LSTM(24)),
    layers.Dropout(0.3),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(4e-3, clipnorm=1.0),
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[keras.metrics.BinaryAccuracy(name="acc"), keras.metrics.AUC(name="auc")],
)

counts = np.bincount(train_y, minlength=2)
weights = {k: len(train_y) / (2 * counts[k]) for k in (0, 1)}

model.fit(
    to_ds(train_t, train_y, shuffle=True),
    validation_data=to_ds(val_t, val_y),
    epochs=12,
    class_weight=weights,
    callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=3, restore_best_weights=True)],
    verbose=2,
)

result = model.evaluate(to_ds(test_t, test_y), return_dict=True, verbose=0)
print("test:", {k: round(v, 4) for k, v in result.items()})
for text in ["for lunch the fish was not bad", "as always the music was not great this time"]:
    p = model.predict(vectorize(tf.constant([text])), verbose=0)[0, 0]
    print(f"{p:.2f}", text)
