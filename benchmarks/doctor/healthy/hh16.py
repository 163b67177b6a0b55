"""tf.data pipeline: fixed split by take/skip, endless training stream, class weights."""
import math
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split

SEED, BATCH, EPOCHS = 23, 64, 12
tf.keras.utils.set_random_seed(SEED)

X, y = make_classification(n_samples=5000, n_features=20, n_informative=10, n_classes=3,
                           weights=[0.7, 0.2, 0.1], class_sep=1.5, flip_y=0.01,
                           random_state=SEED)
X_dev, X_test, y_dev, y_test = train_test_split(
    X.astype("float32"), y.astype("int32"), test_size=0.2, stratify=y, random_state=SEED)


def rows():
    for features, label in zip(X_dev, y_dev):
        yield features, label


n_val = len(X_dev) // 5
n_train = len(X_dev) - n_val
everything = tf.data.Dataset.from_generator(
    rows,
    output_signature=(tf.TensorSpec((20,), tf.float32), tf.TensorSpec((), tf.int32)),
)
# train_test_split has shuffled the rows already, and the generator gives them in a fixed order
val_ds = everything.take(n_val).batch(BATCH).cache().prefetch(tf.data.AUTOTUNE)
train_rows = everything.skip(n_val).cache()
train_ds = (train_rows.shuffle(n_train, seed=SEED)
            .repeat()
            .batch(BATCH)
            .prefetch(tf.data.AUTOTUNE))
steps = math.ceil(n_train / BATCH)

normalise = tf.keras.layers.Normalization()
normalise.adapt(train_rows.map(lambda features, label: features).batch(256))

train_labels = y_dev[n_val:]
counts = np.bincount(train_labels, minlength=3)
class_weight = {k: len(train_labels) / (3 * counts[k]) for k in range(3)}
print("class weights", {k: round(float(w), 2) for k, w in class_weight.items()})

model = tf.keras.Sequential([
    tf.keras.Input((20,)),
    normalise,
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(3, activation="softmax"),
])
schedule = tf.keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=EPOCHS * steps)
model.compile(optimizer=tf.keras.optimizers.Adam(schedule),
              loss="sparse_categorical_crossentropy",
              metrics=["sparse_categorical_accuracy"])
model.fit(train_ds, steps_per_epoch=steps, validation_data=val_ds,
          epochs=EPOCHS, class_weight=class_weight, verbose=2)

predicted = model.predict(X_test, batch_size=256, verbose=0).argmax(axis=-1)
print("balanced accuracy on test", round(balanced_accuracy_score(y_test, predicted), 3))
print(confusion_matrix(y_test, predicted))
