import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import make_classification
from sklearn.preprocessing import StandardScaler

SEED = 11
BATCH_SIZE = 32
EPOCHS = 40

keras.utils.set_random_seed(SEED)

# 500 customers for training and validation, 1000 more that came in later
X, y = make_classification(n_samples=1500, n_features=40, n_informative=8, n_redundant=4,
                           class_sep=1.2, flip_y=0.15, random_state=SEED)
X = StandardScaler().fit_transform(X).astype("float32")
X, X_test = X[:500], X[500:]
y, y_test = y[:500], y[500:]


def build_model():
    model = keras.Sequential([
        keras.Input(shape=(40,)),
        layers.Dense(128, activation="relu"),
        layers.Dense(128, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])
    return model


def split(dataset, n, val_share=0.2):
    n_val = int(n * val_share)
    val = dataset.take(n_val)
    train = dataset.skip(n_val)
    return train, val


full = tf.data.Dataset.from_tensor_slices((X, y))
full = full.shuffle(len(X), seed=SEED)
train_ds, val_ds = split(full, len(X))
print("train:", train_ds.cardinality().numpy(), "val:", val_ds.cardinality().numpy())

train_ds = train_ds.shuffle(400).batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)
val_ds = val_ds.batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)

model = build_model()
history = model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=0)
for epoch in range(4, EPOCHS, 5):
    print("epoch %2d  accuracy %.3f  val_accuracy %.3f" % (
        epoch + 1, history.history["accuracy"][epoch], history.history["val_accuracy"][epoch]))

test_loss, test_acc = model.evaluate(X_test, y_test, verbose=0)
print("val  accuracy: %.3f" % np.mean(history.history["val_accuracy"][-5:]))
print("test accuracy: %.3f" % test_acc)
