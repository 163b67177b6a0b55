"""
A gentle introduction to convolutional networks with Keras 3
=============================================================
Companion code of the blog post. We read 8x8 scans of handwritten digits (they come with
scikit-learn, so there is nothing to download) and teach a very small CNN to tell them apart.
"""
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(7)

# ---------------------------------------------------------------- 1. the data
digits = load_digits()
images = digits.images.astype("float32") / 16.0        # the pixels run from 0 to 16
images = images[..., np.newaxis]                       # (n, 8, 8, 1)
labels = digits.target

x_rest, x_test, y_rest, y_test = train_test_split(
    images, labels, test_size=0.2, stratify=labels, random_state=7)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=7)

print("train", x_train.shape, "validation", x_val.shape, "test", x_test.shape)


# --------------------------------------------------------------- 2. the model
def build_model():
    inputs = keras.Input(shape=(8, 8, 1))
    x = layers.RandomTranslation(0.1, 0.1, fill_mode="constant")(inputs)   # only active in training
    x = layers.Conv2D(32, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    x = layers.ReLU()(x)
    x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(64, 3, padding="same", activation="relu")(x)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dropout(0.2)(x)
    outputs = layers.Dense(10)(x)                      # raw scores, see the loss
    return keras.Model(inputs, outputs, name="tiny_cnn")


model = build_model()
model.summary()
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

# -------------------------------------------------------------- 3. the fitting
callbacks = [
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4, min_lr=1e-5),
    keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True),
]
history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=50, batch_size=32, callbacks=callbacks, verbose=2,
)
best = int(np.argmin(history.history["val_loss"]))
print(f"best epoch {best + 1}: val_accuracy {history.history['val_accuracy'][best]:.3f}")

# ----------------------------------------------------------------- 4. the test
test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {test_loss:.3f}, test accuracy {test_acc:.3f}")

scores = model.predict(x_test, verbose=0)
guess = scores.argmax(axis=1)
confusion = np.zeros((10, 10), dtype=int)
np.add.at(confusion, (y_test, guess), 1)
print("confusion matrix (rows: truth)")
print(confusion)
