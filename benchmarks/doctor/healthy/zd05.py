import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(5)

table = load_breast_cancer(as_frame=True)
features = table.data.astype("float32")
target = table.target.astype("float32")
print(features.shape, target.value_counts().to_dict())

x_train, x_test, y_train, y_test = train_test_split(
    features.values, target.values, test_size=0.25, stratify=target, random_state=5
)
x_train, x_val, y_train, y_val = train_test_split(
    x_train, y_train, test_size=0.2, stratify=y_train, random_state=5
)


def make_dataset(x, y, training=False):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(buffer_size=len(x), seed=5)
    return ds.batch(32).prefetch(tf.data.AUTOTUNE)


train_ds = make_dataset(x_train, y_train, training=True)
val_ds = make_dataset(x_val, y_val)
test_ds = make_dataset(x_test, y_test)

normalizer = layers.Normalization()
normalizer.adapt(x_train)

inputs = keras.Input(shape=(x_train.shape[1],), name="measurements")
h = normalizer(inputs)
h = layers.Dense(32, activation="relu")(h)
h = layers.Dropout(0.2)(h)
h = layers.Dense(16, activation="relu")(h)
outputs = layers.Dense(1, activation="sigmoid", name="benign")(h)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=2e-3),
    loss="binary_crossentropy",
    metrics=["accuracy", keras.metrics.AUC(name="auc")],
)

model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=20,
    callbacks=[keras.callbacks.EarlyStopping(patience=5, restore_best_weights=True)],
    verbose=2,
)

results = model.evaluate(test_ds, verbose=0, return_dict=True)
print({k: round(float(v), 4) for k, v in results.items()})

scores = model.predict(test_ds, verbose=0).ravel()
print("sklearn auc", round(roc_auc_score(y_test, scores), 4))
print("accuracy at 0.5", round(float(np.mean((scores > 0.5) == (y_test == 1))), 4))
