"""Bag-of-embeddings sentiment model with two poolings, Keras functional API."""
import keras
import pandas as pd
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(99)

VOCAB = 3000
LENGTH = 40
DIM = 48


def load(split):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    return df["sentence"].tolist(), df["label"].to_numpy().astype("float32")


train_text, y_train = load("train")
test_text, y_test = load("validation")
dev_text, y_dev = train_text[-400:], y_train[-400:]
train_text, y_train = train_text[:-400], y_train[:-400]

vectorize = layers.TextVectorization(max_tokens=VOCAB, output_sequence_length=LENGTH)
vectorize.adapt(tf.constant(train_text))


def ids(texts):
    return vectorize(tf.constant(texts)).numpy()


def build():
    tokens = keras.Input(shape=(LENGTH,), dtype="int32", name="tokens")
    x = layers.Embedding(VOCAB, DIM, name="embedding")(tokens)
    x = layers.Conv1D(DIM, 3, padding="same", activation="relu")(x)
    average = layers.GlobalAveragePooling1D()(x)
    peak = layers.GlobalMaxPooling1D()(x)
    pooled = tf.concat([average, peak], axis=-1)
    pooled = layers.Dropout(0.3)(pooled)
    hidden = layers.Dense(32, activation="relu")(pooled)
    out = layers.Dense(1, activation="sigmoid", name="positive")(hidden)
    return keras.Model(tokens, out, name="two_poolings")


model = build()
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy", keras.metrics.AUC(name="auc")],
)
model.fit(
    ids(train_text),
    y_train,
    validation_data=(ids(dev_text), y_dev),
    epochs=12,
    batch_size=32,
    verbose=2,
    callbacks=[
        keras.callbacks.EarlyStopping(
            monitor="val_loss", patience=3, restore_best_weights=True
        )
    ],
)
print(model.evaluate(ids(test_text), y_test, verbose=0, return_dict=True))
