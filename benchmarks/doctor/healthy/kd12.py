"""Bagged ensemble of five small networks on a three-arm spiral, hand-written training steps.

Shown: negative log-likelihood and accuracy of the members and of the averaged
probabilities, and how the entropy splits inside and outside of the training region."""
import numpy as np
import tensorflow as tf
import keras

ARMS, MEMBERS, EPOCHS, BATCH = 3, 5, 120, 64


def spiral(n, rng):
    arm = rng.integers(0, ARMS, n)
    radius = np.sqrt(rng.uniform(0.02, 1.0, n))
    angle = 2 * np.pi * arm / ARMS + 4.0 * radius + rng.normal(0, 0.22, n)
    xy = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1) * 2
    return xy.astype(np.float32), arm.astype(np.int32)


def member():
    return keras.Sequential([
        keras.Input((2,)),
        keras.layers.Dense(64, activation="relu", kernel_initializer="he_normal"),
        keras.layers.Dense(64, activation="relu", kernel_initializer="he_normal"),
        keras.layers.Dense(ARMS),
    ])


def train_member(x, y, seed):
    keras.utils.set_random_seed(seed)
    model = member()
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, len(x), len(x))                 # bagging: training rows with replacement
    ds = (tf.data.Dataset.from_tensor_slices((x[rows], y[rows]))
          .shuffle(len(x), seed=seed).batch(BATCH))
    steps = EPOCHS * int(ds.cardinality())
    opt = keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=steps))
    opt.build(model.trainable_variables)
    loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function
    def step(xb, yb):
        with tf.GradientTape() as tape:
            loss = loss_fn(yb, model(xb, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    for _ in range(EPOCHS):
        losses = [step(xb, yb) for xb, yb in ds]
    return model, float(tf.reduce_mean(losses))


def probabilities(models, x):
    """(members, rows, classes)"""
    return np.stack([tf.nn.softmax(m(x, training=False)).numpy() for m in models]).astype(np.float64)


def nll(p, y):
    return float(-np.log(np.clip(p[np.arange(len(y)), y], 1e-12, None)).mean())


def accuracy(p, y):
    return float((p.argmax(-1) == y).mean())


def entropy(p):
    return -(p * np.log(np.clip(p, 1e-12, None))).sum(-1)


def decompose(p):
    total = entropy(p.mean(0))
    within = entropy(p).mean(0)
    return total.mean(), within.mean(), (total - within).mean()


rng = np.random.default_rng(77)
x_train, y_train = spiral(1000, rng)
x_val, y_val = spiral(400, rng)
x_test, y_test = spiral(2000, rng)

keras.utils.set_random_seed(1)
untrained = probabilities([member()], x_test)[0]
models = []
for k in range(MEMBERS):
    m, last = train_member(x_train, y_train, seed=10 + k)
    models.append(m)
    pv = probabilities([m], x_val)[0]
    print(f"member {k}: loss of the last epoch {last:.3f}, validation nll {nll(pv, y_val):.3f}, accuracy {accuracy(pv, y_val):.3f}")

p = probabilities(models, x_test)
singles = [nll(q, y_test) for q in p]
print(f"\nknowing nothing     nll {np.log(ARMS):.3f}  accuracy {np.mean(y_test == np.bincount(y_train).argmax()):.3f}")
print(f"untrained           nll {nll(untrained, y_test):.3f}  accuracy {accuracy(untrained, y_test):.3f}")
print(f"members, mean       nll {np.mean(singles):.3f}  accuracy {np.mean([accuracy(q, y_test) for q in p]):.3f}")
for size in range(2, MEMBERS + 1):
    q = p[:size].mean(0)
    print(f"first {size} averaged    nll {nll(q, y_test):.3f}  accuracy {accuracy(q, y_test):.3f}")

ring = rng.uniform(0, 2 * np.pi, 2000)
outside = (6 * np.stack([np.cos(ring), np.sin(ring)], axis=1)).astype(np.float32)
for name, q in (("test rows", p), ("ring of radius 6", probabilities(models, outside))):
    t, w, d = decompose(q)
    print(f"{name:17s} entropy {t:.3f} = within members {w:.3f} + disagreement {d:.3f}")
