# Clickstreams of different length: is the visitor mostly browsing or mostly buying?
# Batches are made of sessions of similar length, the padding is masked.
import numpy as np
import tensorflow as tf
import keras
from keras import layers

SEED = 21
VOCAB = 41                     # ids 1..40, 0 is padding
BUY_EVENTS = np.arange(1, 13)
LOOK_EVENTS = np.arange(13, 25)
OTHER = np.arange(25, VOCAB)
rng = np.random.default_rng(SEED)
keras.utils.set_random_seed(SEED)


def session():
    """One session and its label; ties are drawn again."""
    while True:
        length = int(rng.integers(5, 41))
        lean = rng.choice([0.15, 0.45])
        kinds = rng.choice(3, size=length, p=[lean, 0.6 - lean, 0.4])
        buys, looks = (kinds == 0).sum(), (kinds == 1).sum()
        if buys != looks:
            break
    ids = np.select(
        [kinds == 0, kinds == 1],
        [rng.choice(BUY_EVENTS, length), rng.choice(LOOK_EVENTS, length)],
        rng.choice(OTHER, length),
    ).astype("int32")
    return ids, np.array([buys > looks], dtype="float32")


sessions = [session() for _ in range(5000)]
train, valid, test = sessions[:3500], sessions[3500:4250], sessions[4250:]
# sessions are drawn one by one; a chance double would be a short one, so drop it from training
seen = {s.tobytes() for s, _ in valid + test}
train = [(s, l) for s, l in train if s.tobytes() not in seen]
seen_test = {s.tobytes() for s, _ in test}
valid = [(s, l) for s, l in valid if s.tobytes() not in seen_test]


def pipeline(rows, shuffle):
    def generate():
        yield from rows

    ds = tf.data.Dataset.from_generator(
        generate,
        output_signature=(tf.TensorSpec((None,), tf.int32), tf.TensorSpec((1,), tf.float32)),
    ).cache()
    if shuffle:
        ds = ds.shuffle(len(rows), seed=SEED)
    ds = ds.bucket_by_sequence_length(
        element_length_func=lambda ids, label: tf.shape(ids)[0],
        bucket_boundaries=[13, 22, 31],          # [5,13) [13,22) [22,31) [31,41)
        bucket_batch_sizes=[64, 64, 48, 48],
        padding_values=(0, 0.0),
    )
    return ds.prefetch(tf.data.AUTOTUNE)


model = keras.Sequential([
    keras.Input((None,), dtype="int32"),
    layers.Embedding(VOCAB, 16, mask_zero=True),
    layers.GRU(24),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="binary_crossentropy",
    metrics=["accuracy", keras.metrics.AUC(name="auc")],
)
model.fit(
    pipeline(train, shuffle=True),
    validation_data=pipeline(valid, shuffle=False),
    epochs=8,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_auc", mode="max", patience=2, restore_best_weights=True)],
    verbose=2,
)

scores = model.evaluate(pipeline(test, shuffle=False), return_dict=True, verbose=0)
share = np.mean([label for _, label in test])
print({k: round(v, 3) for k, v in scores.items()}, "| majority class:", round(max(share, 1 - share), 3))

# padding must not change a score
short = test[0][0][None]
padded = np.pad(short, ((0, 0), (0, 10)))
print("padding-proof:", np.allclose(model.predict(short, verbose=0), model.predict(padded, verbose=0), atol=1e-5))
