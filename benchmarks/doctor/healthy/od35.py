import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)

digits = load_digits()
x = digits.images.astype("float32")[..., None] / 16.0
y = digits.target
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2, random_state=0, stratify=y)
x_train, x_val, y_train, y_val = train_test_split(x_train, y_train, test_size=0.15, random_state=0, stratify=y_train)

inputs = keras.Input((8, 8, 1))
h = layers.RandomTranslation(0.1, 0.1, fill_mode="constant")(inputs)
h = layers.Conv2D(24, 3, padding="same", activation="relu")(h)
h = layers.Conv2D(48, 3, padding="same", activation="relu")(h)
h = layers.MaxPooling2D()(h)
h = layers.Flatten()(h)
h = layers.Dropout(0.4)(h)
h = layers.Dense(96, activation="relu")(h)
outputs = layers.Dense(10)(h)          # logits
model = keras.Model(inputs, outputs)
model.summary()

model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=30, batch_size=32, verbose=2,
    callbacks=[
        keras.callbacks.EarlyStopping("val_loss", patience=5, restore_best_weights=True),
        keras.callbacks.ReduceLROnPlateau("val_loss", factor=0.5, patience=2),
    ],
)
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"best val {max(history.history['val_accuracy']):.3f}  test {acc:.4f}")
pred = np.argmax(model.predict(x_test, verbose=0), axis=1)
print("wrongly read:", int((pred != y_test).sum()), "of", len(y_test))
