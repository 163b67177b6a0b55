"""Adversarial training (FGSM) of a digit classifier."""
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

EPS = 0.08
keras = tf.keras
keras.utils.set_random_seed(8)


class AdversarialTrainer:
    def __init__(self, model, eps):
        self.model = model
        self.eps = eps
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.optimizer = keras.optimizers.Adam(1e-3)

    def perturb(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss_fn(y, self.model(x, training=False))
        direction = tf.sign(tape.gradient(loss, x))
        return tf.clip_by_value(x + self.eps * direction, 0.0, 1.0)

    def step(self, x, y):
        x_adv = self.perturb(x, y)
        both_x = tf.concat([x, x_adv], axis=0)
        both_y = tf.concat([y, y], axis=0)
        with tf.GradientTape() as tape:
            loss = self.loss_fn(both_y, self.model(both_x, training=True))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def accuracy(self, ds, attack=False):
        metric = keras.metrics.SparseCategoricalAccuracy()
        for x, y in ds:
            if attack:
                x = self.perturb(x, y)
            metric.update_state(y, self.model(x, training=False))
        return float(metric.result())


x, y = load_digits(return_X_y=True)
x = (x / 16.0).astype("float32")
x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=0)
train = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr)).batch(64)
test = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(256)

trainer = AdversarialTrainer(
    keras.Sequential([
        keras.Input((64,)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(10),
    ]),
    EPS,
)

for epoch in range(10):
    for xb, yb in train:
        loss = trainer.step(xb, yb)
    print(f"epoch {epoch + 1}: last loss {float(loss):.4f}")

print(f"clean accuracy {trainer.accuracy(test):.3f}")
print(f"accuracy under attack {trainer.accuracy(test, attack=True):.3f}")
