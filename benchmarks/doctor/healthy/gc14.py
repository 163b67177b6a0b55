# Own loop with tf.function; one dataset, shuffled ONCE and then cut into three parts.
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf

# N_TRAIN, N_VAL and N_TEST are multiples of their batch sizes
SEED, N, BATCH, EPOCHS = 99, 3000, 50, 30
N_VAL, N_TEST = 500, 500
N_TRAIN = N - N_VAL - N_TEST
tf.keras.utils.set_random_seed(SEED)

# three interleaved spirals, written down arm by arm
rng = np.random.default_rng(SEED)
xs, ys = [], []
for arm in range(3):
    r = np.linspace(0.1, 1.0, N // 3)
    angle = 3.5 * r + arm * 2 * np.pi / 3 + rng.normal(scale=0.12, size=N // 3)
    xs.append(np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1))
    ys.append(np.full(N // 3, arm))
x = np.concatenate(xs).astype("float32")
y = np.concatenate(ys).astype("int32")

everything = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(
    N, seed=SEED, reshuffle_each_iteration=False
)
test_ds = everything.take(N_TEST).batch(250)
val_ds = everything.skip(N_TEST).take(N_VAL).batch(250)
train_ds = everything.skip(N_TEST + N_VAL).shuffle(N_TRAIN).batch(BATCH).prefetch(2)

model = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dropout(0.05),
        tf.keras.layers.Dense(3, activation="softmax"),
    ]
)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy()
steps = EPOCHS * (N_TRAIN // BATCH)
lr = tf.keras.optimizers.schedules.CosineDecay(0.0, steps - 100, warmup_target=4e-3, warmup_steps=100)
optimizer = tf.keras.optimizers.AdamW(lr, weight_decay=1e-4, global_clipnorm=1.0)
optimizer.build(model.trainable_variables)

train_loss = tf.keras.metrics.Mean()
train_acc = tf.keras.metrics.SparseCategoricalAccuracy()
eval_loss = tf.keras.metrics.Mean()
eval_acc = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        probs = model(xb, training=True)
        loss = loss_object(yb, probs)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)
    train_acc.update_state(yb, probs)


@tf.function
def eval_step(xb, yb):
    probs = model(xb, training=False)
    eval_loss.update_state(loss_object(yb, probs))
    eval_acc.update_state(yb, probs)


def evaluate(ds):
    eval_loss.reset_state()
    eval_acc.reset_state()
    for xb, yb in ds:
        eval_step(xb, yb)
    return float(eval_loss.result()), float(eval_acc.result())


best_loss, best_weights = float("inf"), model.get_weights()
for epoch in range(1, EPOCHS + 1):
    train_loss.reset_state()
    train_acc.reset_state()
    for xb, yb in train_ds:
        train_step(xb, yb)
    val_loss, val_acc = evaluate(val_ds)
    if val_loss < best_loss:
        best_loss, best_weights = val_loss, model.get_weights()
    print(f"{epoch:2d}  train {float(train_loss.result()):.4f} / {float(train_acc.result()):.3f}"
          f"   val {val_loss:.4f} / {val_acc:.3f}")

model.set_weights(best_weights)
test_loss, test_acc = evaluate(test_ds)
print(f"test loss {test_loss:.4f}  test accuracy {test_acc:.3f}")
os.makedirs("out/gc14", exist_ok=True)
model.save("out/gc14/spirals.keras")
