# Sentiment with a bag of embeddings (from my notebook, cells 1-7)
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

# %% imports
import keras
import pandas as pd
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(8)
VOCAB = 1200
LENGTH = 48

# %% data
train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
print(train.shape, valid.shape, "positive share", round(float(train["label"].mean()), 3))

# %% words to ids
vectorizer = layers.TextVectorization(
    max_tokens=VOCAB,
    standardize="lower_and_strip_punctuation",
    output_mode="int",
    output_sequence_length=LENGTH,
)


def prepare(frame):
    text = tf.constant(frame["sentence"].tolist())
    vectorizer.adapt(text)
    ids = vectorizer(text)
    target = frame["label"].to_numpy().astype("float32")[:, None]
    return ids, target


x_train, y_train = prepare(train)
x_valid, y_valid = prepare(valid)
print("first row:", x_train[0].numpy()[:12])

# %% model
inputs = keras.Input((LENGTH,), dtype="int64")
h = layers.Embedding(VOCAB, 32, mask_zero=True)(inputs)
h = layers.GlobalAveragePooling1D()(h)
h = layers.Dense(32, activation="relu")(h)
h = layers.Dropout(0.2)(h)
outputs = layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.summary()

# %% training
model.fit(x_train, y_train, validation_data=(x_valid, y_valid),
          epochs=12, batch_size=32, verbose=2)

# %% result
loss, acc = model.evaluate(x_valid, y_valid, verbose=0)
print(f"validation accuracy {acc:.3f}")
