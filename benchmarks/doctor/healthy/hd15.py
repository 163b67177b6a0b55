"""fit() with an own train_step: mixup on breast-cancer rows, weights averaged over time (EMA)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split


class MixupClassifier(keras.Model):
    def __init__(self, width=32):
        super().__init__()
        self.hidden = keras.layers.Dense(width, activation="relu")
        self.norm = keras.layers.LayerNormalization()
        self.drop = keras.layers.Dropout(0.1)
        self.out = keras.layers.Dense(1)

    def call(self, x, training=None):
        h = self.norm(self.hidden(x))
        return self.out(self.drop(h, training=training))

    def mix(self, x, y):
        # Beta(1, 1) is the uniform distribution; fit has shuffled the rows, so the
        # batch read backwards serves as a random partner
        lam = tf.random.uniform((tf.shape(x)[0], 1))
        return (lam * x + (1.0 - lam) * tf.reverse(x, axis=[0]),
                lam * y + (1.0 - lam) * tf.reverse(y, axis=[0]))

    def train_step(self, data):
        x, y = data
        x_mix, y_mix = self.mix(x, y)
        with tf.GradientTape() as tape:
            y_pred = self(x_mix, training=True)
            loss = self.compute_loss(x=x_mix, y=y_mix, y_pred=y_pred)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        # accuracy has no meaning for mixed labels; it is measured in validation
        tracker = next(m for m in self.metrics if m.name == "loss")
        tracker.update_state(loss)
        return {"loss": tracker.result()}


def main():
    keras.utils.set_random_seed(15)
    x, y = load_breast_cancer(return_X_y=True)
    x, y = x.astype("float32"), y.astype("float32")[:, None]
    x_rest, x_test, y_rest, y_test = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=0)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=0)
    mean, std = x_train.mean(0), x_train.std(0)
    x_train, x_val, x_test = ((part - mean) / std for part in (x_train, x_val, x_test))

    model = MixupClassifier()
    model.compile(
        optimizer=keras.optimizers.AdamW(2e-3, weight_decay=1e-3, use_ema=True, ema_momentum=0.95),
        loss=keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[keras.metrics.BinaryAccuracy(name="accuracy", threshold=0.0)],
    )
    # rows are shuffled anew in each epoch by fit
    model.fit(x_train, y_train, batch_size=32, epochs=30, verbose=2,
              validation_data=(x_val, y_val),
              callbacks=[keras.callbacks.SwapEMAWeights()])
    result = model.evaluate(x_test, y_test, verbose=0, return_dict=True)
    print(f"test loss {result['loss']:.4f} accuracy {result['accuracy']:.4f}")


if __name__ == "__main__":
    main()
