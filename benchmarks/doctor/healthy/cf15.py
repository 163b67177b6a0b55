"""Digits with mixup, in a train_step of our own.

Training loss is reported on the mixed images and is therefore higher than validation loss.
"""
import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

EPOCHS, BATCH, SEED = 25, 64, 17


class Scale(layers.Layer):
    """A learned gain and offset per feature."""

    def build(self, input_shape):
        n = input_shape[-1]
        self.gain = self.add_weight(shape=(n,), initializer="ones", name="gain")
        self.offset = self.add_weight(shape=(n,), initializer="zeros", name="offset")

    def call(self, x):
        return x * self.gain + self.offset

    def compute_output_shape(self, input_shape):
        return input_shape


class MixupClassifier(keras.Model):
    def __init__(self, net, **kwargs):
        super().__init__(**kwargs)
        self.net = net
        self.ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.acc_tracker = keras.metrics.SparseCategoricalAccuracy(name="accuracy")

    @property
    def metrics(self):
        # Keras resets what is listed here at the start of each epoch and of each evaluate()
        return [self.loss_tracker, self.acc_tracker]

    def call(self, x, training=None):
        return self.net(x, training=training)

    def train_step(self, data):
        x, y = data
        n = tf.shape(x)[0]
        partner = tf.random.shuffle(tf.range(n))
        lam = tf.random.uniform((), 0.7, 1.0)
        mixed = lam * x + (1.0 - lam) * tf.gather(x, partner)

        with tf.GradientTape() as tape:
            logits = self(mixed, training=True)
            loss = lam * self.ce(y, logits) + (1.0 - lam) * self.ce(tf.gather(y, partner), logits)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))

        self.loss_tracker.update_state(loss, sample_weight=n)
        self.acc_tracker.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        self.loss_tracker.update_state(self.ce(y, logits), sample_weight=tf.shape(x)[0])
        self.acc_tracker.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


def main():
    keras.utils.set_random_seed(SEED)
    x, y = load_digits(return_X_y=True)
    x, y = (x / 16.0).astype("float32"), y.astype("int32")      # 16 is the format's fixed maximum
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=SEED)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED)

    train = (tf.data.Dataset.from_tensor_slices((x_train, y_train))
             .shuffle(len(x_train)).batch(BATCH, drop_remainder=True).prefetch(tf.data.AUTOTUNE))
    val = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(256)
    test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(256)

    net = keras.Sequential([
        keras.Input((64,)),
        Scale(),
        layers.Dense(128),
        layers.BatchNormalization(momentum=0.9),
        layers.ReLU(),
        layers.Dropout(0.2),
        layers.Dense(10),
    ])
    steps = EPOCHS * (len(x_train) // BATCH)
    lr = keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=steps)

    model = MixupClassifier(net)
    model.compile(optimizer=keras.optimizers.Adam(lr, clipnorm=1.0), jit_compile=False)
    model.fit(train, validation_data=val, epochs=EPOCHS, verbose=2)
    result = model.evaluate(test, return_dict=True, verbose=0)
    print("test:", {k: round(float(v), 4) for k, v in result.items()})


if __name__ == "__main__":
    main()
