# %% [markdown]
# # Digits, small CNN, an input pipeline with augmentation
# (notebook exported to a script)

# %%
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(7)
AUTOTUNE = tf.data.AUTOTUNE
BATCH = 32
EPOCHS = 20

# %%
digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]   # pixels are 0..16
labels = digits.target.astype("int32")

x_rest, x_test, y_rest, y_test = train_test_split(
    images, labels, test_size=0.2, stratify=labels, random_state=7)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=7)
print(x_train.shape, x_val.shape, x_test.shape)

# %%
def jitter(image, label):
    """Shift by at most one pixel in each direction, a bit of noise."""
    padded = tf.pad(image, [[1, 1], [1, 1], [0, 0]])
    shifted = tf.image.random_crop(padded, size=(8, 8, 1))
    noisy = shifted + tf.random.normal(tf.shape(shifted), stddev=0.03)
    return tf.clip_by_value(noisy, 0.0, 1.0), label

# cache() comes before the random part: what is cached are the clean images,
# and each epoch sees fresh jitter and a fresh order.
train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .cache()
    .shuffle(len(x_train), reshuffle_each_iteration=True)
    .map(jitter, num_parallel_calls=AUTOTUNE)
    .batch(BATCH)
    .prefetch(AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(256).cache().prefetch(AUTOTUNE)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(256)

# %%
L = tf.keras.layers
model = tf.keras.Sequential([
    tf.keras.Input((8, 8, 1)),
    L.Conv2D(24, 3, padding="same", activation="relu"),
    L.Conv2D(48, 3, padding="same", activation="relu"),
    L.MaxPooling2D(),
    L.Conv2D(64, 3, padding="same", activation="relu"),
    L.GlobalAveragePooling2D(),
    L.Dropout(0.2),
    L.Dense(10),   # logits
])
model.summary()

# %%
steps = int(train_ds.cardinality()) * EPOCHS
warmup = steps // 10
# decay_steps counts from the end of the warmup, so warmup + decay = all steps
schedule = tf.keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0,
    warmup_target=3e-3,
    warmup_steps=warmup,
    decay_steps=steps - warmup,
)
model.compile(
    optimizer=tf.keras.optimizers.AdamW(schedule, weight_decay=1e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.SparseCategoricalAccuracy(name="acc")],
)

# %%
history = model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

# %%
# The schedule runs to its end and the last weights are taken: nothing is chosen
# by the validation curve, which is only looked at.
print("last val acc", round(history.history["val_acc"][-1], 4))
loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test: loss {loss:.3f}  accuracy {acc:.3f}  (guessing: 0.10)")
