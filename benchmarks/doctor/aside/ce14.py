"""Tumour data: malignant or benign, with a metric during training."""
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

tf.get_logger().setLevel("ERROR")
keras.utils.set_random_seed(31)

cancer = load_breast_cancer()
X = cancer.data.astype("float32")
y = cancer.target.astype("float32")

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=31, stratify=y)
X_train, X_valid, y_train, y_valid = train_test_split(
    X_train, y_train, test_size=0.2, random_state=31, stratify=y_train
)

normalize = keras.layers.Normalization(axis=-1)
normalize.adapt(X_train)

model = keras.models.Sequential(
    [
        keras.Input(shape=(30,)),
        normalize,
        keras.layers.Dense(16, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
        keras.layers.Dense(8, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
        keras.layers.Dense(1, activation="sigmoid"),
    ]
)

model.compile(
    loss=keras.losses.BinaryCrossentropy(),
    optimizer=keras.optimizers.Adam(learning_rate=1e-3),
    metrics=[keras.metrics.Accuracy(name="accuracy")],
)

history = model.fit(
    X_train,
    y_train,
    epochs=25,
    batch_size=32,
    validation_data=(X_valid, y_valid),
    verbose=0,
)

for e in range(0, 25, 6):
    h = history.history
    print(
        f"epoch {e + 1:2d}: loss {h['loss'][e]:.3f} accuracy {h['accuracy'][e]:.3f} "
        f"| val loss {h['val_loss'][e]:.3f} accuracy {h['val_accuracy'][e]:.3f}"
    )

test_loss, test_accuracy = model.evaluate(X_test, y_test, verbose=0)
print(f"test: loss {test_loss:.3f} accuracy {test_accuracy:.3f}, majority class {np.mean(y_test):.3f}")
