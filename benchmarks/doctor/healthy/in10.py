"""Which customers leave? Few do, so: a bias that starts at the base rate, macro recall, a threshold chosen on validation."""
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(77)


class BalancedAccuracy(keras.metrics.Metric):
    """Mean of the recalls of both classes at a fixed threshold, counted over the whole epoch."""

    def __init__(self, threshold=0.5, name="balanced", **kwargs):
        super().__init__(name=name, **kwargs)
        self.threshold = threshold
        self.hits = [self.add_weight(name=f"hits{k}", shape=(), initializer="zeros") for k in (0, 1)]
        self.seen = [self.add_weight(name=f"seen{k}", shape=(), initializer="zeros") for k in (0, 1)]

    def update_state(self, y_true, y_pred, sample_weight=None):
        truth = ops.cast(ops.reshape(y_true, (-1,)), "float32")
        said = ops.cast(ops.reshape(y_pred, (-1,)) >= self.threshold, "float32")
        for k, (t, s) in enumerate(((1 - truth, 1 - said), (truth, said))):
            self.hits[k].assign_add(ops.sum(t * s))
            self.seen[k].assign_add(ops.sum(t))

    def result(self):
        recalls = [self.hits[k] / ops.maximum(self.seen[k], 1.0) for k in (0, 1)]
        return (recalls[0] + recalls[1]) / 2


class Diary(keras.callbacks.Callback):
    """One line every few epochs instead of the progress bar."""

    def __init__(self, every):
        super().__init__()
        self.every = every

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.every == 0:
            print(f"{epoch + 1:3d}  " + "  ".join(f"{k}={v:.3f}" for k, v in (logs or {}).items()))


def customers(n, rng):
    months = rng.gamma(2.0, 12.0, n)
    bill = rng.normal(50, 15, n)
    calls = rng.poisson(1.2, n)
    plan = rng.choice(["basic", "family", "student", "business"], n, p=[0.5, 0.25, 0.15, 0.1])
    effect = np.select([plan == "basic", plan == "family", plan == "student"], [0.5, -0.8, 1.0], -0.4)
    logit = -4.0 - 0.08 * (months - 24) + 0.05 * (bill - 50) + 1.0 * calls + effect
    left = rng.random(n) < 1 / (1 + np.exp(-logit))
    return {"numbers": np.stack([months, bill, calls], 1).astype("float32"), "plan": plan}, left.astype("float32")


def balanced(y, p, t):
    return ((p[y == 1] >= t).mean() + (p[y == 0] < t).mean()) / 2


rng = np.random.default_rng(77)
(train_x, train_y), (val_x, val_y), (test_x, test_y) = (customers(n, rng) for n in (5000, 1500, 1500))
print("share that leaves:", train_y.mean().round(3), val_y.mean().round(3), test_y.mean().round(3))

names = sorted(set(train_x["plan"]))
index = {name: i + 1 for i, name in enumerate(names)}  # 0 is kept for a plan never seen


def prepare(x):
    return {"numbers": x["numbers"], "plan": np.array([index.get(p, 0) for p in x["plan"]], "int32")}


train_x, val_x, test_x = prepare(train_x), prepare(val_x), prepare(test_x)
norm = layers.Normalization()
norm.adapt(train_x["numbers"])

numbers = keras.Input((3,), name="numbers")
plan = keras.Input((), dtype="int32", name="plan")
h = layers.Concatenate()([norm(numbers), layers.Embedding(len(names) + 1, 3)(plan)])
h = layers.Dense(32, activation="relu")(h)
h = layers.Dense(16, activation="relu")(h)
base_rate = float(train_y.mean())
out = layers.Dense(1, activation="sigmoid",
                   bias_initializer=keras.initializers.Constant(float(np.log(base_rate / (1 - base_rate)))))(h)
model = keras.Model({"numbers": numbers, "plan": plan}, out)
model.compile(keras.optimizers.Adam(2e-3), loss="binary_crossentropy",
              metrics=[BalancedAccuracy(), keras.metrics.AUC(curve="PR", name="pr")])
model.fit(train_x, train_y, validation_data=(val_x, val_y), batch_size=128, epochs=30, verbose=0,
          callbacks=[Diary(5), keras.callbacks.EarlyStopping(
              monitor="val_loss", patience=6, restore_best_weights=True)])

val_p = model.predict(val_x, batch_size=512, verbose=0).ravel()
grid = np.linspace(0.02, 0.8, 79)
threshold = grid[np.argmax([balanced(val_y, val_p, t) for t in grid])]
test_p = model.predict(test_x, batch_size=512, verbose=0).ravel()
print(f"threshold {threshold:.2f} from validation")
print(f"test balanced accuracy {balanced(test_y, test_p, threshold):.3f} (at 0.5: {balanced(test_y, test_p, 0.5):.3f})")
