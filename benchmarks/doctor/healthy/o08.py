"""Segment discs and squares in noisy pictures with a little U-Net; soft Dice + BCE loss, IoU as a custom metric."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from keras import layers, ops

SIZE = 32
OUT = "outputs/o08"


def draw(n, rng):
    """n pictures (float32, one channel) with their masks; no two calls share a generator state."""
    yy, xx = np.mgrid[:SIZE, :SIZE]
    pictures = np.empty((n, SIZE, SIZE, 1), "float32")
    masks = np.zeros((n, SIZE, SIZE, 1), "float32")
    for i in range(n):
        ground = rng.uniform(0.2, 0.5) + 0.2 * xx / SIZE * rng.uniform(-1, 1)
        canvas = ground.astype("float32")
        for _ in range(rng.integers(1, 4)):
            r, cx, cy = rng.uniform(3, 7), rng.uniform(5, SIZE - 5), rng.uniform(5, SIZE - 5)
            if rng.random() < 0.5:
                shape = (xx - cx) ** 2 + (yy - cy) ** 2 <= r**2
            else:
                shape = (abs(xx - cx) <= r) & (abs(yy - cy) <= r)
            canvas[shape] += rng.uniform(0.25, 0.5)
            masks[i, shape, 0] = 1.0
        pictures[i, ..., 0] = canvas + rng.normal(0, 0.15, canvas.shape)
    return pictures, masks


@keras.saving.register_keras_serializable("o08")
class ForegroundIoU(keras.metrics.Metric):
    """Intersection over union of the foreground, pooled over all pixels seen; takes logits."""

    def __init__(self, name="iou", **kwargs):
        super().__init__(name=name, **kwargs)
        self.intersection = self.add_weight(name="intersection", initializer="zeros")
        self.union = self.add_weight(name="union", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        truth = ops.cast(y_true, "float32") > 0.5
        guess = y_pred > 0.0
        self.intersection.assign_add(ops.sum(ops.cast(ops.logical_and(truth, guess), "float32")))
        self.union.assign_add(ops.sum(ops.cast(ops.logical_or(truth, guess), "float32")))

    def result(self):
        return ops.divide_no_nan(self.intersection, self.union)


@keras.saving.register_keras_serializable("o08")
def bce_dice(y_true, logits):
    bce = ops.mean(keras.losses.binary_crossentropy(y_true, logits, from_logits=True), axis=(1, 2))
    p = ops.sigmoid(logits)
    overlap = 2.0 * ops.sum(p * y_true, axis=(1, 2, 3)) + 1.0
    dice = 1.0 - overlap / (ops.sum(p, axis=(1, 2, 3)) + ops.sum(y_true, axis=(1, 2, 3)) + 1.0)
    return bce + dice  # one value per picture


def block(x, width):
    for _ in range(2):
        x = layers.Conv2D(width, 3, padding="same", use_bias=False)(x)
        x = layers.BatchNormalization(momentum=0.9)(x)
        x = layers.Activation("relu")(x)
    return x


def unet():
    inputs = keras.Input((SIZE, SIZE, 1))
    a = block(inputs, 8)
    b = block(layers.MaxPooling2D()(a), 16)
    c = block(layers.MaxPooling2D()(b), 32)
    up = layers.Concatenate()([layers.UpSampling2D(interpolation="bilinear")(c), b])
    up = block(up, 16)
    up = layers.Concatenate()([layers.UpSampling2D(interpolation="bilinear")(up), a])
    up = block(up, 8)
    return keras.Model(inputs, layers.Conv2D(1, 1)(up), name="tiny_unet")


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(17)
    seeds = np.random.SeedSequence(17).spawn(3)
    x_train, m_train = draw(500, np.random.default_rng(seeds[0]))
    x_val, m_val = draw(120, np.random.default_rng(seeds[1]))
    x_test, m_test = draw(120, np.random.default_rng(seeds[2]))
    mean, std = x_train.mean(), x_train.std()
    x_train, x_val, x_test = ((x - mean) / std for x in (x_train, x_val, x_test))

    model = unet()
    model.compile(keras.optimizers.Adam(4e-3), loss=bce_dice, metrics=[ForegroundIoU()])
    model.fit(
        x_train, m_train, validation_data=(x_val, m_val), batch_size=20, epochs=6, verbose=2,
        callbacks=[
            keras.callbacks.ModelCheckpoint(f"{OUT}/best.keras", monitor="val_iou", mode="max", save_best_only=True),
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2),
        ],
    )
    best = keras.models.load_model(f"{OUT}/best.keras")
    scores = best.evaluate(x_test, m_test, verbose=0, return_dict=True)
    print(f"test IoU {scores['iou']:.3f}; marking every pixel would give {m_test.mean():.3f}")


if __name__ == "__main__":
    main()
