# %% [markdown]
# # Sentiment with TextVectorization and a BiGRU
# sst2's `validation` file serves as my test set; a slice of `train` is what I tune on.

# %%
import keras
import numpy as np
import pandas as pd
import tensorflow as tf

keras.utils.set_random_seed(2024)
ROOT = "data/glue/sst2/{}-00000-of-00001.parquet"
frame = pd.read_parquet(ROOT.format("train"))
test = pd.read_parquet(ROOT.format("validation"))

# belt and braces: no sentence of the test file may be in what I train on
frame = frame[~frame["sentence"].isin(test["sentence"])].drop_duplicates("sentence")
frame = frame.sample(frac=1.0, random_state=0).reset_index(drop=True)
cut = int(0.85 * len(frame))
train, val = frame.iloc[:cut], frame.iloc[cut:]
print(len(train), len(val), len(test), "positive share:", train["label"].mean().round(3))

# %%
vectorize = keras.layers.TextVectorization(max_tokens=4000, output_mode="int", output_sequence_length=32)
vectorize.adapt(tf.constant(train["sentence"].tolist()))
print("vocabulary:", vectorize.vocabulary_size())


def arrays(df):
    ids = vectorize(tf.constant(df["sentence"].tolist()))
    return np.asarray(ids), df["label"].to_numpy("int32")


x_train, y_train = arrays(train)
x_val, y_val = arrays(val)
x_test, y_test = arrays(test)

# %%
model = keras.Sequential([
    keras.Input((32,), dtype="int64"),
    keras.layers.Embedding(vectorize.vocabulary_size(), 48, mask_zero=True),
    keras.layers.SpatialDropout1D(0.2),
    keras.layers.Bidirectional(keras.layers.GRU(32)),
    keras.layers.Dropout(0.3),
    keras.layers.Dense(1),
])
model.compile(
    optimizer=keras.optimizers.Adam(3e-3, clipnorm=1.0),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    # the model gives logits, so the cut is at 0 and not at 0.5
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],
)

# %%
history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    batch_size=64, epochs=12, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_acc", mode="max", patience=4,
                                             restore_best_weights=True)],
)

# %%
logit = model.predict(x_test, batch_size=256, verbose=0)[:, 0]
acc = np.mean((logit > 0) == (y_test == 1))
print(f"best val acc {max(history.history['val_acc']):.3f}")
print(f"test acc     {acc:.3f}   (always the same answer: {max(y_test.mean(), 1 - y_test.mean()):.3f})")
wrong = np.flatnonzero((logit > 0) != (y_test == 1))[:3]
for i in wrong:
    print(f"  {y_test[i]}  {logit[i]:+.2f}  {test['sentence'].iloc[i]}")
