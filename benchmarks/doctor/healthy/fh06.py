"""Custom training loop in TensorFlow: residual CNN on digits, cosine decay, gradient clipping."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(99)
BATCH, EPOCHS = 64, 12


def build():
    inp = tf.keras.Input((8, 8, 1))
    h = tf.keras.layers.Conv2D(32, 3, padding="same", use_bias=False)(inp)
    h = tf.keras.layers.BatchNormalization()(h)
    h = skip = tf.keras.layers.ReLU()(h)
    h = tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = tf.keras.layers.Conv2D(32, 3, padding="same")(h)
    h = tf.keras.layers.ReLU()(tf.keras.layers.Add()([h, skip]))
    h = tf.keras.layers.MaxPooling2D()(h)
    h = tf.keras.layers.Flatten()(h)
    h = tf.keras.layers.Dropout(0.3)(h)
    return tf.keras.Model(inp, tf.keras.layers.Dense(10)(h))


d = load_digits()
x = (d.images[..., None] / 16.0).astype("float32")
y = d.target.astype("int64")
x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=360, stratify=y, random_state=1)
x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=240, stratify=y_tr, random_state=1)

train = (tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).cache()
         .shuffle(len(x_tr), seed=1, reshuffle_each_iteration=True).batch(BATCH).prefetch(tf.data.AUTOTUNE))
val = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(256)
test = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(256)

model = build()
steps = EPOCHS * int(train.cardinality())
schedule = tf.keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=1e-4, decay_steps=steps - steps // 10, warmup_target=3e-3, warmup_steps=steps // 10)
optimizer = tf.keras.optimizers.Adam(schedule)
criterion = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mean_loss = tf.keras.metrics.Mean()
accuracy = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(bx, by):
    with tf.GradientTape() as tape:
        logits = model(bx, training=True)
        loss = criterion(by, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 5.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    mean_loss.update_state(loss, sample_weight=tf.shape(bx)[0])


@tf.function
def eval_step(bx, by):
    accuracy.update_state(by, model(bx, training=False))


def score(data):
    accuracy.reset_state()
    for bx, by in data:
        eval_step(bx, by)
    return float(accuracy.result())


best, best_weights = -1.0, None
for epoch in range(EPOCHS):
    mean_loss.reset_state()
    for bx, by in train:
        train_step(bx, by)
    acc = score(val)
    if acc > best:
        best, best_weights = acc, model.get_weights()
    print(f"epoch {epoch:2d}  loss {float(mean_loss.result()):.4f}  val acc {acc:.4f}")

model.set_weights(best_weights)
print("test accuracy", round(score(test), 4))
