import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.random.set_seed(0)
np.random.seed(0)


class MixupModel(keras.Model):
    """Mixes each batch with a shuffled copy of itself."""

    def __init__(self, *args, alpha=0.2, **kwargs):
        super().__init__(*args, **kwargs)
        self.alpha = alpha

    def train_step(self, data):
        x, y = data
        lam = tf.random.uniform((), 1.0 - self.alpha, 1.0)
        idx = tf.random.shuffle(tf.range(tf.shape(x)[0]))
        x_mix = lam * x + (1.0 - lam) * tf.gather(x, idx)
        y_mix = lam * y + (1.0 - lam) * tf.gather(y, idx)

        y_pred = self(x_mix, training=True)
        with tf.GradientTape() as tape:
            loss = self.compute_loss(x=x_mix, y=y_mix, y_pred=y_pred)

        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))

        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(y_mix, y_pred)
        return {m.name: m.result() for m in self.metrics}


digits = load_digits()
X = (digits.images / 16.0).astype("float32")[..., np.newaxis]
Y = keras.utils.to_categorical(digits.target, 10).astype("float32")
X_train, X_test, Y_train, Y_test = train_test_split(X, Y, test_size=0.2, random_state=0)

train_ds = tf.data.Dataset.from_tensor_slices((X_train, Y_train)).shuffle(2000).batch(32)
test_ds = tf.data.Dataset.from_tensor_slices((X_test, Y_test)).batch(64)

inputs = keras.Input((8, 8, 1))
x = layers.Conv2D(32, 3, activation="relu", padding="same")(inputs)
x = layers.MaxPooling2D()(x)
x = layers.Flatten()(x)
x = layers.Dense(64, activation="relu")(x)
outputs = layers.Dense(10, activation="softmax")(x)

model = MixupModel(inputs, outputs, alpha=0.2)
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="categorical_crossentropy", metrics=["accuracy"])
model.fit(train_ds, validation_data=test_ds, epochs=8, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print("test accuracy %.4f" % acc)
