"""Distil a wide digit network into a narrow one, in half precision."""
import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class Distiller(keras.Model):
    def __init__(self, student, teacher, alpha, temperature, **kwargs):
        super().__init__(**kwargs)
        self.student = student
        self.teacher = teacher
        self.teacher.trainable = False
        self.alpha, self.temperature = alpha, temperature
        self.hard = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.soft = keras.losses.KLDivergence()
        self.loss_mean = keras.metrics.Mean(name="loss")
        self.acc = keras.metrics.SparseCategoricalAccuracy(name="accuracy")

    @property
    def metrics(self):
        return [self.loss_mean, self.acc]  # fit() and evaluate() reset what is listed here

    def call(self, x, training=False):
        return self.student(x, training=training)

    def train_step(self, data):
        x, y = data
        teacher_logits = self.teacher(x, training=False)
        with tf.GradientTape() as tape:
            logits = self.student(x, training=True)
            soft = self.soft(
                tf.nn.softmax(teacher_logits / self.temperature),
                tf.nn.softmax(logits / self.temperature),
            )
            loss = self.alpha * self.hard(y, logits)
            loss += (1.0 - self.alpha) * self.temperature**2 * soft
            scaled = self.optimizer.scale_loss(loss)
        variables = self.student.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(scaled, variables), variables))
        self.loss_mean.update_state(loss, sample_weight=tf.shape(x)[0])
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self.student(x, training=False)
        self.loss_mean.update_state(self.hard(y, logits), sample_weight=tf.shape(x)[0])
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


def mlp(widths, dropout):
    model = keras.Sequential([keras.Input((64,))])
    for w in widths:
        model.add(layers.Dense(w, activation="relu"))
        model.add(layers.Dropout(dropout))
    model.add(layers.Dense(10, dtype="float32"))  # logits in full precision
    return model


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--alpha", type=float, default=0.3)
    p.add_argument("--temperature", type=float, default=3.0)
    p.add_argument("--out", default="out/df17")
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    keras.utils.set_random_seed(17)
    keras.mixed_precision.set_global_policy("mixed_float16")

    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=17)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=17)
    train = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).cache().shuffle(len(x_tr)).batch(a.batch).prefetch(2)
    val = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(256)
    test = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(256)

    teacher = mlp([256, 256], 0.3)
    teacher.compile(
        keras.optimizers.Adam(1e-3),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    teacher.fit(train, validation_data=val, epochs=15, verbose=2)
    print("teacher", teacher.evaluate(test, verbose=0, return_dict=True))

    total = a.epochs * int(train.cardinality().numpy())
    decay = keras.optimizers.schedules.CosineDecay(5e-3, total, alpha=0.02)
    distiller = Distiller(mlp([32], 0.0), teacher, a.alpha, a.temperature)
    distiller.compile(optimizer=keras.optimizers.Adam(decay, global_clipnorm=5.0))
    distiller.fit(train, validation_data=val, epochs=a.epochs, verbose=2)
    print("student", distiller.evaluate(test, verbose=0, return_dict=True))
    distiller.student.save(f"{a.out}/student.keras")


if __name__ == "__main__":
    main()
