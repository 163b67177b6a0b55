# optimise F1 directly instead of cross entropy -- toy sentiment model
import pandas as pd
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(123)

train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
val = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

vec = keras.layers.TextVectorization(max_tokens=2000, output_sequence_length=30)
vec.adapt(train["sentence"].tolist())


def to_ds(df, training):
    x = vec(tf.constant(df["sentence"].tolist()))
    y = df["label"].to_numpy().astype("float32").reshape(-1, 1)
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(3000)
    return ds.batch(64)


def class_f1(y_true, y_pred):
    tp = tf.reduce_sum(y_true * y_pred)
    fp = tf.reduce_sum((1 - y_true) * y_pred)
    fn = tf.reduce_sum(y_true * (1 - y_pred))
    return 2 * tp / (2 * tp + fp + fn + 1e-7)


def macro_f1(y_true, y_pred):
    y_pred = tf.cast(y_pred > 0.5, tf.float32)
    return (class_f1(y_true, y_pred) + class_f1(1 - y_true, 1 - y_pred)) / 2


def f1_loss(y_true, y_pred):
    return 1 - (class_f1(y_true, y_pred) + class_f1(1 - y_true, 1 - y_pred)) / 2


inputs = keras.Input(shape=(30,), dtype="int64")
x = keras.layers.Embedding(2000, 64, mask_zero=True)(inputs)
x = keras.layers.Bidirectional(keras.layers.LSTM(32))(x)
x = keras.layers.Dropout(0.2)(x)
outputs = keras.layers.Dense(1, activation="sigmoid")(x)
model = keras.Model(inputs, outputs)

model.compile(optimizer=keras.optimizers.Adam(2e-3), loss=f1_loss, metrics=["accuracy", macro_f1])
model.fit(to_ds(train, True), validation_data=to_ds(val, False), epochs=6, verbose=2)

print(dict(zip(["loss", "accuracy", "macro_f1"], model.evaluate(to_ds(val, False), verbose=0))))
