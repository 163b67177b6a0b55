"""Digits classifier, own training loop; keeps the weights of the best epoch."""
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED, EPOCHS, BATCH = 3, 15, 64
keras.utils.set_random_seed(SEED)


def get_data():
    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).reshape(-1, 8, 8, 1).astype("float32")
    a, test_x, b, test_y = train_test_split(images, labels, test_size=0.2, stratify=labels, random_state=SEED)
    train_x, val_x, train_y, val_y = train_test_split(a, b, test_size=0.2, stratify=b, random_state=SEED)
    make = tf.data.Dataset.from_tensor_slices
    return (make((train_x, train_y)).shuffle(len(train_x), seed=SEED).batch(BATCH),
            make((val_x, val_y)).batch(256),
            make((test_x, test_y)).batch(256))


def get_model():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, activation="relu"),
        layers.Conv2D(32, 3, activation="relu"),
        layers.Flatten(),
        layers.Dropout(0.3),
        layers.Dense(10),
    ])


train_ds, val_ds, test_ds = get_data()
model = get_model()
opt = keras.optimizers.Adam(1e-3)
opt.build(model.trainable_variables)
ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_loss = keras.metrics.Mean()
train_acc = keras.metrics.SparseCategoricalAccuracy()
val_acc = keras.metrics.SparseCategoricalAccuracy()
test_acc = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_batch(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = ce(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)
    train_acc.update_state(y, logits)


@tf.function
def eval_batch(x, y, metric):
    metric.update_state(y, model(x, training=False))


best, best_weights = 0.0, model.get_weights()
for epoch in range(EPOCHS):
    train_loss.reset_state()
    train_acc.reset_state()
    for x, y in train_ds:
        train_batch(x, y)
    for x, y in val_ds:
        eval_batch(x, y, val_acc)
    score = float(val_acc.result())
    print(f"{epoch:2d}  loss {float(train_loss.result()):.4f}  "
          f"acc {float(train_acc.result()):.4f}  val acc {score:.4f}")
    if score > best:
        best, best_weights = score, model.get_weights()

model.set_weights(best_weights)
for x, y in test_ds:
    eval_batch(x, y, test_acc)
print(f"best val acc {best:.4f}, test acc {float(test_acc.result()):.4f}")
