# Small images: a CNN for 8x8 digits. SGD with a big rate, cosine decay, one-hot labels with smoothing, shifts as augmentation.
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(1)
x, y = load_digits(return_X_y=True)
x = (x.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=400, stratify=y, random_state=1)
x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=200, stratify=y_tr, random_state=1)
onehot = lambda v: keras.utils.to_categorical(v, 10)


def jitter(img, label):
    img = tf.pad(img, [[1, 1], [1, 1], [0, 0]])
    img = tf.image.random_crop(img, [8, 8, 1])
    return img + tf.random.normal(tf.shape(img), stddev=0.03), label      # no flips: a mirrored 2 is no 2


BATCH, EPOCHS = 64, 25
train = (tf.data.Dataset.from_tensor_slices((x_tr, onehot(y_tr))).cache().shuffle(len(x_tr))
         .map(jitter, num_parallel_calls=2).batch(BATCH, drop_remainder=True).prefetch(2))


def block(h, width):
    h = layers.Conv2D(width, 3, padding="same", use_bias=False, kernel_initializer="he_normal",
                      kernel_regularizer=keras.regularizers.L2(1e-4))(h)
    return layers.ReLU()(layers.BatchNormalization(momentum=0.9)(h))


inp = keras.Input((8, 8, 1))
h = block(inp, 16)
h = layers.MaxPooling2D()(block(h, 24))
h = layers.MaxPooling2D()(block(h, 48))
h = layers.Dropout(0.2)(layers.Flatten()(h))
model = keras.Model(inp, layers.Dense(10, activation="softmax")(h))

rate = keras.optimizers.schedules.CosineDecay(0.005, (EPOCHS - 2) * len(train), warmup_target=0.1, warmup_steps=2 * len(train))
model.compile(optimizer=keras.optimizers.SGD(rate, momentum=0.9, nesterov=True),
              loss=keras.losses.CategoricalCrossentropy(label_smoothing=0.05), metrics=["categorical_accuracy"])
log = model.fit(train, validation_data=(x_va, onehot(y_va)), epochs=EPOCHS, verbose=0).history
for e in range(0, EPOCHS, 6):
    print(f"epoch {e} loss {log['loss'][e]:.3f} val_loss {log['val_loss'][e]:.3f} val_acc {log['val_categorical_accuracy'][e]:.3f}")
p = model.predict(x_te, verbose=0)
print("test accuracy %.4f, chance about 0.1" % (p.argmax(1) == y_te).mean())
print("hardest class:", min((float((p.argmax(1)[y_te == c] == c).mean()), c) for c in range(10)))
