# Digits classifier, notebook turned into a script
import tensorflow as tf
from sklearn.datasets import load_digits

SEED = 11
EPOCHS = 25
BATCH = 32

tf.keras.utils.set_random_seed(SEED)

# --- data -------------------------------------------------------------
digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int64")
n = len(images)
n_val = n // 5

full = tf.data.Dataset.from_tensor_slices((images, labels))
full = full.shuffle(n, seed=SEED)
val_ds = full.take(n_val).batch(128)
train_ds = full.skip(n_val).batch(BATCH).prefetch(tf.data.AUTOTUNE)

# --- model ------------------------------------------------------------
net = tf.keras.Sequential([
    tf.keras.Input((8, 8, 1)),
    tf.keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
    tf.keras.layers.MaxPooling2D(),
    tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dense(64, activation="relu"),
    tf.keras.layers.Dense(10),
])
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
opt = tf.keras.optimizers.Adam(1e-3)
train_loss = tf.keras.metrics.Mean()
val_acc = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = ce(y, net(x, training=True))
    g = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(g, net.trainable_variables))
    train_loss.update_state(loss)


@tf.function
def check(x, y):
    val_acc.update_state(y, net(x, training=False))


# --- training ---------------------------------------------------------
for epoch in range(1, EPOCHS + 1):
    train_loss.reset_state()
    val_acc.reset_state()
    for x, y in train_ds:
        step(x, y)
    for x, y in val_ds:
        check(x, y)
    print(f"{epoch:2d} loss {float(train_loss.result()):.4f} held-out acc {float(val_acc.result()):.4f}")

print("accuracy on the held-out fifth:", round(float(val_acc.result()), 4))
