"""Knowledge distillation: a conv teacher, a tiny student that learns from labels and from the teacher."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 21
OUT = "out/mb04"


def make_teacher():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            keras.layers.Conv2D(32, 3, padding="same", use_bias=False),
            keras.layers.BatchNormalization(momentum=0.9),
            keras.layers.ReLU(),
            keras.layers.MaxPooling2D(),
            keras.layers.Conv2D(64, 3, padding="same", activation="relu"),
            keras.layers.Flatten(),
            keras.layers.Dropout(0.3),
            keras.layers.Dense(10),
        ],
        name="teacher",
    )


def make_student():
    return keras.Sequential(
        [keras.Input((8, 8, 1)), keras.layers.Flatten(), keras.layers.Dense(12, activation="relu"), keras.layers.Dense(10)],
        name="student",
    )


class Distiller(keras.Model):
    def __init__(self, teacher, student, alpha=0.3, temperature=3.0):
        super().__init__()
        teacher.trainable = False
        self.teacher = teacher
        self.student = student
        self.alpha = alpha
        self.temperature = temperature

    def call(self, x, training=None):
        return self.student(x, training=training)

    def soft_loss(self, teacher_logits, student_logits):
        t = self.temperature
        p = tf.nn.softmax(teacher_logits / t)
        log_p = tf.nn.log_softmax(teacher_logits / t)
        log_q = tf.nn.log_softmax(student_logits / t)
        # t**2 keeps the gradient at the scale of the hard loss (Hinton et al.)
        return t**2 * tf.reduce_mean(tf.reduce_sum(p * (log_p - log_q), axis=-1))

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        hard = super().compute_loss(x=x, y=y, y_pred=y_pred, sample_weight=sample_weight, training=training)
        if not training:  # validation is about the labels alone
            return hard
        teacher_logits = self.teacher(x, training=False)
        return self.alpha * hard + (1.0 - self.alpha) * self.soft_loss(teacher_logits, y_pred)


def compiled(model, lr):
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    return model


def fit(model, train, val, epochs):
    stop = keras.callbacks.EarlyStopping(monitor="val_acc", mode="max", patience=10, restore_best_weights=True)
    return model.fit(*train, validation_data=val, batch_size=64, epochs=epochs, callbacks=[stop], verbose=0)


def accuracy(model, x, y):
    return float(np.mean(model.predict(x, verbose=0).argmax(axis=-1) == y))


if __name__ == "__main__":
    keras.utils.set_random_seed(SEED)
    x, y = load_digits(return_X_y=True)
    x = (x.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
    x, x_test, y, y_test = train_test_split(x, y, test_size=400, stratify=y, random_state=SEED)
    x, x_val, y, y_val = train_test_split(x, y, test_size=250, stratify=y, random_state=SEED)

    teacher = compiled(make_teacher(), 2e-3)
    fit(teacher, (x, y), (x_val, y_val), epochs=25)
    print("teacher  test acc", accuracy(teacher, x_test, y_test))

    distiller = compiled(Distiller(teacher, make_student()), 5e-3)
    fit(distiller, (x, y), (x_val, y_val), epochs=50)
    print("distilled test acc", accuracy(distiller.student, x_test, y_test))

    alone = compiled(make_student(), 5e-3)
    fit(alone, (x, y), (x_val, y_val), epochs=50)
    print("alone    test acc", accuracy(alone, x_test, y_test))
    print("chance   test acc", float(np.mean(y_test == np.bincount(y).argmax())))

    os.makedirs(OUT, exist_ok=True)
    distiller.student.save(f"{OUT}/student.keras")
