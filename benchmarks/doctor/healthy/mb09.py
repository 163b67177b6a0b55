"""Small U-Net on drawn pictures: background, disc, square.  Own loop, best epoch by validation mIoU."""
import os

import keras
import numpy as np
import tensorflow as tf
from keras.layers import Concatenate, Conv2D, Conv2DTranspose, MaxPooling2D

SIZE, CLASSES = 32, 3


def draw(n, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    images, masks = np.empty((n, SIZE, SIZE, 1), "float32"), np.zeros((n, SIZE, SIZE), "int32")
    for i in range(n):
        cx, cy, r = rng.uniform(8, 24), rng.uniform(8, 24), rng.uniform(4, 7)
        disc = (xx - cx) ** 2 + (yy - cy) ** 2 <= r**2
        x0, y0, s = *rng.integers(1, 20, 2), rng.integers(7, 11)
        square = (xx >= x0) & (xx < x0 + s) & (yy >= y0) & (yy < y0 + s)
        masks[i][disc] = 1
        masks[i][square] = 2  # the square lies in front
        picture = 0.2 + 0.5 * disc
        picture[square] = 0.7
        images[i, :, :, 0] = picture + rng.normal(0, 0.12, (SIZE, SIZE))
    return images, masks


def block(x, filters):
    for _ in range(2):
        x = Conv2D(filters, 3, padding="same", activation="relu", kernel_initializer="he_normal")(x)
    return x


def unet():
    inp = keras.Input((SIZE, SIZE, 1))
    a = block(inp, 12)
    b = block(MaxPooling2D()(a), 24)
    c = block(MaxPooling2D()(b), 48)
    d = block(Concatenate()([Conv2DTranspose(24, 2, strides=2)(c), b]), 24)
    e = block(Concatenate()([Conv2DTranspose(12, 2, strides=2)(d), a]), 12)
    return keras.Model(inp, Conv2D(CLASSES, 1)(e))


def iou_per_class(confusion):
    hit = np.diag(confusion)
    return hit / np.maximum(confusion.sum(0) + confusion.sum(1) - hit, 1)


def main():
    keras.utils.set_random_seed(4)
    os.makedirs("out/mb09", exist_ok=True)
    train, val, test = draw(600, 0), draw(150, 1), draw(200, 2)
    pixels = np.bincount(train[1].ravel(), minlength=CLASSES)
    # rare classes count more, softened with a square root; mean weight of a pixel is 1
    w = np.sqrt(pixels.sum() / pixels)
    w = tf.constant(w * pixels.sum() / (w * pixels).sum(), tf.float32)

    net = unet()
    batches = tf.data.Dataset.from_tensor_slices(train).shuffle(600, seed=0).batch(25).prefetch(1)
    epochs = 10
    schedule = keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=epochs * batches.cardinality().numpy())
    opt = keras.optimizers.Adam(schedule)
    opt.build(net.trainable_variables)
    ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    @tf.function
    def step(x, m):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(ce(m, net(x, training=True)) * tf.gather(w, m))
        opt.apply(tape.gradient(loss, net.trainable_variables), net.trainable_variables)
        return loss

    @tf.function
    def predict(x):
        return tf.argmax(net(x, training=False), axis=-1, output_type=tf.int32)

    def confusion(part):
        total = np.zeros((CLASSES, CLASSES), int)
        for x, m in tf.data.Dataset.from_tensor_slices(part).batch(50):
            p = predict(x)
            total += tf.math.confusion_matrix(tf.reshape(m, [-1]), tf.reshape(p, [-1]), CLASSES).numpy()
        return total

    best = -1.0
    for epoch in range(epochs):
        loss = np.mean([step(x, m).numpy() for x, m in batches])
        miou = iou_per_class(confusion(val)).mean()
        if miou > best:
            best = miou
            net.save_weights("out/mb09/best.weights.h5")
        print(f"{epoch + 1:2d}: loss {loss:.4f}  val mIoU {miou:.3f}")

    net.load_weights("out/mb09/best.weights.h5")
    result = confusion(test)
    nothing = np.zeros_like(result)
    nothing[:, 0] = result.sum(axis=1)  # "all is background"
    print("test IoU per class", np.round(iou_per_class(result), 3), "mean", round(iou_per_class(result).mean(), 3))
    print("background only: mean", round(iou_per_class(nothing).mean(), 3))


main()
