"""Knowledge distillation with a custom Keras 3 `train_step`.

A teacher CNN learns noisy drawings of four shapes; a much smaller student then learns from few labelled
drawings and the teacher's softened answers on them.
"""
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

SHAPES = ("disc", "square", "triangle", "cross")
SIZE = 20


def draw(kind: int, rng: np.random.Generator) -> np.ndarray:
    yy, xx = np.mgrid[0:SIZE, 0:SIZE].astype("float32")
    cx, cy = rng.uniform(7, 13, size=2)
    r = rng.uniform(4.0, 6.5)
    dx, dy = xx - cx, yy - cy
    if kind == 0:
        inside = dx**2 + dy**2 <= r**2
    elif kind == 1:
        inside = np.maximum(abs(dx), abs(dy)) <= 0.9 * r
    elif kind == 2:
        inside = (dy <= 0.8 * r) & (dy >= -r) & (abs(dx) <= (dy + r) * 0.6)
    else:
        arm = 0.3 * r
        inside = ((abs(dx) <= arm) & (abs(dy) <= r)) | ((abs(dy) <= arm) & (abs(dx) <= r))
    image = inside * rng.uniform(0.6, 1.0)
    return (image + rng.normal(0, 0.25, image.shape)).astype("float32")


def make_set(n: int, seed: int):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, len(SHAPES), n)
    images = np.stack([draw(k, rng) for k in labels])[..., None]
    return images, labels.astype("int32")


def build_teacher() -> keras.Model:
    return keras.Sequential(
        [
            keras.Input((SIZE, SIZE, 1)),
            layers.Conv2D(16, 3, padding="same", use_bias=False),
            layers.BatchNormalization(momentum=0.9),
            layers.ReLU(),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", use_bias=False),
            layers.BatchNormalization(momentum=0.9),
            layers.ReLU(),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.3),
            layers.Dense(64, activation="relu"),
            layers.Dense(len(SHAPES)),
        ],
        name="teacher",
    )


def build_student(name: str = "student") -> keras.Model:
    return keras.Sequential(
        [
            keras.Input((SIZE, SIZE, 1)),
            layers.Conv2D(8, 3, strides=2, padding="same", activation="relu"),
            layers.Conv2D(16, 3, strides=2, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dense(len(SHAPES)),
        ],
        name=name,
    )


class Distiller(keras.Model):
    def __init__(self, student: keras.Model, teacher: keras.Model, alpha: float = 0.3, temperature: float = 3.0):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.teacher.trainable = False
        self.alpha = alpha
        self.temperature = temperature
        self.hard_tracker = keras.metrics.Mean(name="hard")
        self.soft_tracker = keras.metrics.Mean(name="soft")
        self.kl = keras.losses.KLDivergence()

    def call(self, x, training=False):
        return self.student(x, training=training)

    def train_step(self, data):
        x, y = data
        teacher_logits = self.teacher(x, training=False)
        t = self.temperature
        with tf.GradientTape() as tape:
            logits = self.student(x, training=True)
            hard = self.compute_loss(x=x, y=y, y_pred=logits)
            soft = self.kl(ops.softmax(teacher_logits / t), ops.softmax(logits / t)) * t**2
            loss = self.alpha * hard + (1.0 - self.alpha) * soft
        variables = self.student.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.hard_tracker.update_state(hard)
        self.soft_tracker.update_state(soft)
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
        return self.compute_metrics(x, y, logits)

    def test_step(self, data):
        x, y = data
        logits = self.student(x, training=False)
        hard = self.compute_loss(x=x, y=y, y_pred=logits)
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(hard)
        results = self.compute_metrics(x, y, logits)
        return {name: results[name] for name in ("loss", "accuracy")}


def cross_entropy():
    return keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def main() -> None:
    keras.utils.set_random_seed(5)
    teacher_x, teacher_y = make_set(2400, seed=1)
    student_x, student_y = make_set(800, seed=2)
    valid_x, valid_y = make_set(400, seed=3)
    test_x, test_y = make_set(800, seed=4)

    teacher = build_teacher()
    teacher.compile(keras.optimizers.Adam(2e-3), cross_entropy(), metrics=["accuracy"])
    teacher.fit(teacher_x, teacher_y, batch_size=64, epochs=12, validation_data=(valid_x, valid_y), verbose=2)
    teacher_accuracy = teacher.evaluate(test_x, test_y, verbose=0, return_dict=True)["accuracy"]

    distiller = Distiller(build_student(), teacher)
    distiller.compile(optimizer=keras.optimizers.Adam(3e-3), loss=cross_entropy(), metrics=["accuracy"])
    distiller.fit(student_x, student_y, batch_size=32, epochs=30, validation_data=(valid_x, valid_y), verbose=2)
    logits = distiller.student.predict(test_x, verbose=0)
    distilled = float(np.mean(logits.argmax(-1) == test_y))

    alone = build_student("alone")
    alone.compile(keras.optimizers.Adam(3e-3), cross_entropy(), metrics=["accuracy"])
    alone.fit(student_x, student_y, batch_size=32, epochs=30, verbose=0)
    plain = alone.evaluate(test_x, test_y, verbose=0, return_dict=True)["accuracy"]

    print(f"parameters: teacher {teacher.count_params()}, student {distiller.student.count_params()}")
    print(f"test accuracy: teacher {teacher_accuracy:.4f}, student distilled {distilled:.4f}, student alone {plain:.4f}")


if __name__ == "__main__":
    main()
