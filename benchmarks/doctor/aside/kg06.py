# Find the bright patches: segmentation with a mini U-Net, augmentation in the tf.data pipeline.
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(42)
SIZE = 32


def make_data(n, seed):
    """Noisy images, each with one ellipse somewhere; the mask marks the ellipse."""
    r = np.random.default_rng(seed)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    images, masks = [], []
    for _ in range(n):
        cy, cx = r.uniform(5, 27, 2)
        a, b = r.uniform(4, 8, 2)
        m = (((yy - cy) / a) ** 2 + ((xx - cx) / b) ** 2 <= 1).astype("float32")
        im = 0.4 + 0.35 * m + r.normal(0, 0.15, (SIZE, SIZE))
        images.append(im.clip(0, 1))
        masks.append(m)
    return np.array(images, "float32")[..., None], np.array(masks, "float32")[..., None]


x_train, m_train = make_data(320, 0)
x_val, m_val = make_data(96, 1)

flip = layers.RandomFlip("horizontal_and_vertical", seed=7)


def augment(image, mask):
    image = flip(image, training=True)
    mask = flip(mask, training=True)
    return image, mask


train = (
    tf.data.Dataset.from_tensor_slices((x_train, m_train))
    .shuffle(320)
    .batch(16)
    .map(augment)
    .prefetch(tf.data.AUTOTUNE)
)
val = tf.data.Dataset.from_tensor_slices((x_val, m_val)).batch(32)


def unet():
    inp = keras.Input((SIZE, SIZE, 1))
    c1 = layers.Conv2D(8, 3, padding="same", activation="relu")(inp)
    c2 = layers.Conv2D(16, 3, padding="same", activation="relu")(layers.MaxPooling2D()(c1))
    c3 = layers.Conv2D(32, 3, padding="same", activation="relu")(layers.MaxPooling2D()(c2))
    u2 = layers.Concatenate()([layers.UpSampling2D()(c3), c2])
    u2 = layers.Conv2D(16, 3, padding="same", activation="relu")(u2)
    u1 = layers.Concatenate()([layers.UpSampling2D()(u2), c1])
    u1 = layers.Conv2D(8, 3, padding="same", activation="relu")(u1)
    return keras.Model(inp, layers.Conv2D(1, 1, activation="sigmoid")(u1))


model = unet()
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.BinaryIoU(target_class_ids=[1], threshold=0.5, name="iou")],
)
model.fit(train, validation_data=val, epochs=12, verbose=2)
