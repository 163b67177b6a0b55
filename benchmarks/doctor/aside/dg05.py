"""Small convnet on the 8x8 digits, with a bit of regularisation."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
x_rest, x_test, y_rest, y_test = train_test_split(
    images, digits.target, test_size=0.2, stratify=digits.target, random_state=1
)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=1
)


def build_model(width=32, dropout=0.3):
    return keras.Sequential(
        [
            keras.Input(shape=(8, 8, 1)),
            layers.Conv2D(width, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(2 * width, 3, padding="same", activation="relu"),
            layers.GlobalAveragePooling2D(),
            layers.Dropout(dropout),
            layers.Dense(10),
        ]
    )


model = build_model()
model.compile(
    optimizer=keras.optimizers.AdamW(learning_rate=2e-3, weight_decay=1e-4),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True, label_smoothing=0.1),
    metrics=["accuracy"],
)
model.summary()

history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=30,
    batch_size=64,
    verbose=2,
    callbacks=[
        keras.callbacks.EarlyStopping(
            monitor="val_accuracy", mode="max", patience=6, restore_best_weights=True
        )
    ],
)

best = int(np.argmax(history.history["val_accuracy"]))
print("best epoch:", best + 1)
print("test loss, accuracy:", model.evaluate(x_test, y_test, verbose=0))
