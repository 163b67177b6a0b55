import os
import numpy as np
import keras
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

# ---- settings -------------------------------------------------------------
EPOCHS = 20
BATCH_SIZE = 32
PEAK_LR = 1e-3
NUM_CLASSES = 10
OUT_DIR = "out/fc04"

keras.utils.set_random_seed(1234)
os.makedirs(OUT_DIR, exist_ok=True)

# ---- data -----------------------------------------------------------------
images, labels = load_digits(return_X_y=True)
images = (images / 16.0).astype("float32").reshape(-1, 8, 8, 1)
x_train, x_rest, y_train, y_rest = train_test_split(
    images, labels, test_size=0.3, stratify=labels, random_state=0
)
x_val, x_test, y_val, y_test = train_test_split(
    x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0
)
print(x_train.shape, x_val.shape, x_test.shape)


# ---- model ----------------------------------------------------------------
def conv_block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    return layers.Activation("relu")(x)


inputs = keras.Input(shape=(8, 8, 1))
x = conv_block(inputs, 16)
x = layers.MaxPooling2D()(x)
x = conv_block(x, 32)
x = layers.GlobalAveragePooling2D()(x)
x = layers.Dropout(0.2)(x)
outputs = layers.Dense(NUM_CLASSES)(x)
model = keras.Model(inputs, outputs, name="digits_cnn")

# ---- training -------------------------------------------------------------
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=PEAK_LR,
    decay_steps=EPOCHS,
)
model.compile(
    optimizer=keras.optimizers.AdamW(learning_rate=schedule, weight_decay=1e-4),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
history = model.fit(
    x_train,
    y_train,
    batch_size=BATCH_SIZE,
    epochs=EPOCHS,
    validation_data=(x_val, y_val),
    verbose=2,
)

# ---- result ---------------------------------------------------------------
test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
logits = model.predict(x_test, verbose=0)
probs = ops.convert_to_numpy(ops.softmax(logits, axis=-1))
print(f"test accuracy {test_acc:.3f}, mean confidence {probs.max(axis=1).mean():.3f}")
np.save(os.path.join(OUT_DIR, "val_accuracy.npy"), history.history["val_accuracy"])
