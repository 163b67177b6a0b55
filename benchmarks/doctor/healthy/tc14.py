import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers as L

keras.utils.set_random_seed(8)
rng = np.random.RandomState(8)

SIZE = 32


def make_scan():
    """A noisy image with one or two bright discs, and the mask of the discs."""
    yy, xx = np.mgrid[:SIZE, :SIZE]
    mask = np.zeros((SIZE, SIZE), dtype=bool)
    for _ in range(rng.randint(1, 3)):
        cy, cx, r = rng.randint(6, SIZE - 6), rng.randint(6, SIZE - 6), rng.randint(3, 7)
        mask |= (yy - cy) ** 2 + (xx - cx) ** 2 <= r ** 2
    img = rng.normal(0.35, 0.2, (SIZE, SIZE)) + 0.3 * mask
    return np.clip(img, 0, 1)[..., None].astype("float32"), mask[..., None].astype("float32")


scans, masks = map(np.stack, zip(*[make_scan() for _ in range(400)]))
train = tf.data.Dataset.from_tensor_slices((scans[:320], masks[:320])).shuffle(320, seed=8).batch(16)
valid = tf.data.Dataset.from_tensor_slices((scans[320:], masks[320:])).batch(16)

inp = keras.Input((SIZE, SIZE, 1))
c1 = L.Conv2D(8, 3, padding="same", activation="relu")(inp)
c2 = L.Conv2D(16, 3, padding="same", activation="relu")(L.MaxPooling2D()(c1))
up = L.Conv2DTranspose(8, 2, strides=2, activation="relu")(c2)
out = L.Conv2D(1, 3, padding="same", activation="sigmoid")(L.Concatenate()([up, c1]))
unet = keras.Model(inp, out)

opt = keras.optimizers.Adam(3e-3)


def dice_coef(y_true, y_pred, smooth=1.0):
    inter = tf.reduce_sum(y_true * y_pred, axis=[1, 2, 3])
    total = tf.reduce_sum(y_true, axis=[1, 2, 3]) + tf.reduce_sum(y_pred, axis=[1, 2, 3])
    return tf.reduce_mean((2.0 * inter + smooth) / (total + smooth))


def dice_loss(y_true, y_pred):
    return 1.0 - dice_coef(y_true, y_pred)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        y_pred = unet(x, training=True)
        loss = dice_loss(y, y_pred)
    gradients = tape.gradient(loss, unet.trainable_weights)
    opt.apply_gradients(zip(gradients, unet.trainable_weights))
    return loss


for epoch in range(6):
    losses = [train_step(x, y).numpy() for x, y in train]
    dice = np.mean([dice_coef(y, tf.cast(unet(x, training=False) > 0.5, tf.float32)) for x, y in valid])
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}  validation dice {dice:.4f}")
