"""Custom Keras 3 loop for the digits: tf.data, GradientTape, separate validation and test rows."""
import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 8
EPOCHS = 10
BATCH = 32

keras.utils.set_random_seed(SEED)


def get_splits():
    bunch = load_digits()
    x = (bunch.images / 16.0).astype("float32")[..., None]     # (n, height, width, channels)
    y = bunch.target.astype("int32")
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=SEED)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED
    )
    train = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(len(x_train), seed=SEED).batch(BATCH)
    val = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(256)
    test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(256)
    return train, val, test


def build_model():
    inputs = keras.Input((8, 8, 1))
    h = layers.Conv2D(16, 3, padding="same", use_bias=False)(inputs)
    h = layers.BatchNormalization(momentum=0.9)(h)
    h = keras.ops.relu(h)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(32, 3, padding="same", use_bias=False)(h)
    h = layers.BatchNormalization(momentum=0.9)(h)
    h = keras.ops.relu(h)
    h = keras.ops.reshape(h, (-1, 4 * 4 * 32))
    h = layers.Dropout(0.1)(h)
    return keras.Model(inputs, layers.Dense(10)(h))


model = build_model()
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(3e-3)
train_loss = keras.metrics.Mean()
train_acc = keras.metrics.SparseCategoricalAccuracy()
val_acc = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss, sample_weight=tf.shape(x)[0])
    train_acc.update_state(y, logits)


@tf.function
def eval_step(x, y):
    val_acc.update_state(y, model(x, training=False))


def evaluate(dataset):
    val_acc.reset_state()
    for x, y in dataset:
        eval_step(x, y)
    return float(val_acc.result())


def main():
    train, val, test = get_splits()
    best, best_weights = -1.0, None
    for epoch in range(EPOCHS):
        train_loss.reset_state()
        train_acc.reset_state()
        for x, y in train:
            train_step(x, y)
        acc = evaluate(val)
        if acc > best:
            best, best_weights = acc, model.get_weights()
        print(f"epoch {epoch + 1}: loss {float(train_loss.result()):.4f} "
              f"acc {float(train_acc.result()):.4f} val acc {acc:.4f}")
    model.set_weights(best_weights)
    print(f"best val acc {best:.4f}, test acc {evaluate(test):.4f}")


if __name__ == "__main__":
    main()
