import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, Model, optimizers

tf.keras.utils.set_random_seed(13)
rng = np.random.default_rng(13)
SIZE, BATCH, EPOCHS = 24, 16, 8


def make_blobs(n):
    yy, xx = np.mgrid[:SIZE, :SIZE]
    images = rng.normal(0.35, 0.12, (n, SIZE, SIZE))
    masks = np.zeros((n, SIZE, SIZE))
    for i in range(n):
        cy, cx = rng.uniform(6, SIZE - 6, 2)
        a, b = rng.uniform(3, 6, 2)
        masks[i] = ((yy - cy) / a) ** 2 + ((xx - cx) / b) ** 2 < 1
    images += 0.3 * masks
    return images[..., None].astype("float32"), masks[..., None].astype("float32")


def build_unet():
    inp = layers.Input((SIZE, SIZE, 1))
    c1 = layers.Conv2D(8, 3, padding="same", activation="relu")(inp)
    p1 = layers.MaxPooling2D()(c1)
    c2 = layers.Conv2D(16, 3, padding="same", activation="relu")(p1)
    p2 = layers.MaxPooling2D()(c2)
    c3 = layers.Conv2D(32, 3, padding="same", activation="relu")(p2)
    u2 = layers.Concatenate()([layers.UpSampling2D()(c3), c2])
    c4 = layers.Conv2D(16, 3, padding="same", activation="relu")(u2)
    u1 = layers.Concatenate()([layers.UpSampling2D()(c4), c1])
    c5 = layers.Conv2D(8, 3, padding="same", activation="relu")(u1)
    return Model(inp, layers.Conv2D(1, 1, activation="sigmoid")(c5))


def dice_score(y_true, y_pred, smooth=1.0):
    overlap = tf.reduce_sum(y_true * y_pred, axis=[1, 2, 3])
    total = tf.reduce_sum(y_true, axis=[1, 2, 3]) + tf.reduce_sum(y_pred, axis=[1, 2, 3])
    return tf.reduce_mean((2 * overlap + smooth) / (total + smooth))


def dice_loss(y_true, y_pred):
    return 1.0 - dice_score(y_true, y_pred)


x_train, m_train = make_blobs(320)
x_val, m_val = make_blobs(64)
train_ds = tf.data.Dataset.from_tensor_slices((x_train, m_train)).shuffle(320).batch(BATCH)

unet = build_unet()
optimizer = optimizers.Adam(2e-3)


@tf.function
def train_step(images, masks):
    with tf.GradientTape() as tape:
        predictions = unet(images, training=True)
        loss = dice_loss(masks, predictions)
    gradients = tape.gradient(loss, unet.trainable_variables)
    optimizer.apply_gradients(zip(gradients, unet.trainable_variables))
    return loss


for epoch in range(EPOCHS):
    losses = [float(train_step(images, masks)) for images, masks in train_ds]
    val_dice = float(dice_score(m_val, unet(x_val, training=False)))
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}  val dice {val_dice:.4f}")
