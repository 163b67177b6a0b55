"""Do two news sentences say the same? Two towers of embeddings compared with each other (homework 3)."""
import pandas as pd
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

SEED = 42
BATCH = 32
VOCAB = 3000
MAXLEN = 40
EPOCHS = 10

tf.random.set_seed(SEED)

# ---- 1. read the pairs ------------------------------------------------------
df = pd.read_parquet("data/glue/mrpc/train-00000-of-00001.parquet")
print(df.head())
print("pairs:", len(df), " same meaning:", df["label"].mean())

# ---- 2. turn them into a tf.data.Dataset and split 80 / 20 ------------------
full_ds = tf.data.Dataset.from_tensor_slices(
    (
        (df["sentence1"].to_numpy(dtype=str), df["sentence2"].to_numpy(dtype=str)),
        df["label"].to_numpy(),
    )
)
full_ds = full_ds.shuffle(len(df), seed=SEED, reshuffle_each_iteration=False)

n_val = int(0.2 * len(df))
val_ds = full_ds.take(n_val)
train_ds = full_ds.skip(n_val)

# ---- 3. words to numbers ----------------------------------------------------
vectorizer = layers.TextVectorization(
    max_tokens=VOCAB, output_mode="int", output_sequence_length=MAXLEN
)
vectorizer.adapt(train_ds.map(lambda pair, label: pair[0] + " " + pair[1]).batch(256))
print("vocabulary:", len(vectorizer.get_vocabulary()))


def encode(pair, label):
    return (vectorizer(pair[0]), vectorizer(pair[1])), label


train_ds = train_ds.batch(BATCH).map(encode).prefetch(tf.data.AUTOTUNE)
val_ds = val_ds.batch(BATCH).map(encode).prefetch(tf.data.AUTOTUNE)

# ---- 4. the model -----------------------------------------------------------
left = keras.Input(shape=(MAXLEN,), dtype="int64")
right = keras.Input(shape=(MAXLEN,), dtype="int64")
embed = layers.Embedding(VOCAB, 64, mask_zero=True)
pool = layers.GlobalAveragePooling1D()

u, v = pool(embed(left)), pool(embed(right))
diff = layers.Lambda(lambda t: tf.abs(t[0] - t[1]))([u, v])
x = layers.Concatenate()([u, v, diff])
x = layers.Dense(64, activation="relu")(x)
x = layers.Dropout(0.2)(x)
out = layers.Dense(1, activation="sigmoid")(x)

model = keras.Model([left, right], out)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss="binary_crossentropy",
    metrics=["accuracy"],
)

# ---- 5. train ---------------------------------------------------------------
history = model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

# ---- 6. results for the report ----------------------------------------------
best = max(history.history["val_accuracy"])
print(f"best validation accuracy: {best:.3f}")
print(f"last validation accuracy: {history.history['val_accuracy'][-1]:.3f}")
test = pd.read_parquet("data/glue/mrpc/test-00000-of-00001.parquet")
test_ds = tf.data.Dataset.from_tensor_slices(
    ((test["sentence1"].to_numpy(dtype=str), test["sentence2"].to_numpy(dtype=str)), test["label"].to_numpy())
).batch(BATCH).map(encode)
print("test loss and accuracy:", model.evaluate(test_ds, verbose=0))
