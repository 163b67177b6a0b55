# Confusion matrix for the digits model
import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(2)


def make_ds(x, y, batch_size=32):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(buffer_size=len(y))
    ds = ds.batch(batch_size)
    return ds.prefetch(tf.data.AUTOTUNE)


images, target = load_digits(return_X_y=True)
images = (images.reshape(-1, 8, 8, 1) / 16.0).astype("float32")

x_train, x_rest, y_train, y_rest = train_test_split(images, target, test_size=0.3, stratify=target, random_state=2)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=2)

train_ds = make_ds(x_train, y_train)
val_ds = make_ds(x_val, y_val)
test_ds = make_ds(x_test, y_test)

model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, activation="relu"),
        layers.Conv2D(32, 3, activation="relu"),
        layers.Flatten(),
        layers.Dropout(0.3),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(
    optimizer="adam",
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"evaluate(): loss {loss:.3f} accuracy {acc:.3f}")

# per-class view
probs = model.predict(test_ds, verbose=0)
y_pred = probs.argmax(axis=1)
y_true = np.concatenate([labels.numpy() for _, labels in test_ds])

print("accuracy from the predictions:", accuracy_score(y_true, y_pred))
print(confusion_matrix(y_true, y_pred))
per_class = confusion_matrix(y_true, y_pred, normalize="true").diagonal()
for digit, recall in enumerate(per_class):
    print(f"digit {digit}: recall {recall:.2f}")
