import numpy as np
import pandas as pd
import tensorflow as tf
import keras
from sklearn.datasets import make_classification

keras.utils.set_random_seed(12)

BATCH_SIZE = 64
N_TRAIN, N_VAL, N_TEST = 1200, 400, 800


def load_frame():
    # stands in for loans.csv
    X, y = make_classification(
        n_samples=N_TRAIN + N_VAL + N_TEST, n_features=40, n_informative=10, n_redundant=5,
        flip_y=0.2, class_sep=1.3, random_state=3,
    )
    df = pd.DataFrame(X, columns=[f"f{i:02d}" for i in range(X.shape[1])])
    df["default"] = y
    return df


def frame_to_dataset(df):
    features = df.drop(columns="default").to_numpy("float32")
    labels = df["default"].to_numpy("float32")
    return tf.data.Dataset.from_tensor_slices((features, labels))


df = load_frame()
test_df = df.iloc[-N_TEST:]
rest_df = df.iloc[:-N_TEST]

full_ds = frame_to_dataset(rest_df).shuffle(len(rest_df), seed=1, reshuffle_each_iteration=False)
train_ds = full_ds.take(N_TRAIN).shuffle(N_TRAIN).batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)
val_ds = full_ds.skip(N_TRAIN).batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)
test_ds = frame_to_dataset(test_df).batch(BATCH_SIZE)

normalizer = keras.layers.Normalization()
normalizer.adapt(train_ds.map(lambda x, y: x))

model = keras.Sequential([
    keras.Input(shape=(40,)),
    normalizer,
    keras.layers.Dense(256, activation="relu"),
    keras.layers.Dense(128, activation="relu"),
    keras.layers.Dense(1, activation="sigmoid"),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy", keras.metrics.AUC(name="auc")],
)
model.fit(train_ds, validation_data=val_ds, epochs=8, verbose=2)

for name, ds in [("validation", val_ds), ("test", test_ds)]:
    result = model.evaluate(ds, verbose=0, return_dict=True)
    print(name, {k: round(v, 3) for k, v in result.items()})
