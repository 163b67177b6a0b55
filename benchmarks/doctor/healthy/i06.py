# NLI baseline: one text "premise | hypothesis", CNN on top of TextVectorization
import pandas as pd
import tensorflow as tf
from tensorflow.keras import layers, models

tf.keras.utils.set_random_seed(42)

BATCH = 32
N_ROWS = 1600
VAL_FRACTION = 0.2

df = pd.read_parquet("data/glue/mnli/train-00000-of-00001.parquet").head(N_ROWS)
texts = (df["premise"] + " | " + df["hypothesis"]).tolist()
labels = df["label"].tolist()

full = tf.data.Dataset.from_tensor_slices((texts, labels))
full = full.shuffle(N_ROWS, reshuffle_each_iteration=False)

n_val = int(N_ROWS * VAL_FRACTION)
val_ds = full.take(n_val)
train_ds = full.skip(n_val)

vectorize = layers.TextVectorization(max_tokens=4000, output_mode="int", output_sequence_length=48)
vectorize.adapt(train_ds.map(lambda t, y: t).batch(256))

train_ds = train_ds.batch(BATCH).map(lambda t, y: (vectorize(t), y)).prefetch(tf.data.AUTOTUNE)
val_ds = val_ds.batch(BATCH).map(lambda t, y: (vectorize(t), y)).prefetch(tf.data.AUTOTUNE)

model = models.Sequential([
    layers.Embedding(4000, 64),
    layers.Conv1D(128, 4, activation="relu"),
    layers.GlobalMaxPooling1D(),
    layers.Dense(128, activation="relu"),
    layers.Dense(3, activation="softmax"),
])
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3),
              loss="sparse_categorical_crossentropy",
              metrics=["accuracy"])

history = model.fit(train_ds, validation_data=val_ds, epochs=25, verbose=2)

print("train accuracy:", round(history.history["accuracy"][-1], 3))
print("validation accuracy:", round(model.evaluate(val_ds, verbose=0)[1], 3))
