import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split
from tensorflow.keras import layers, losses, metrics, models, optimizers

SEED = 11
BATCH = 32
EPOCHS = 12
tf.keras.utils.set_random_seed(SEED)


def get_data():
    digits = load_digits()
    images = (digits.images / 16.0).astype("float32")[..., None]
    x_tr, x_te, y_tr, y_te = train_test_split(
        images, digits.target.astype("int32"), test_size=0.25, stratify=digits.target, random_state=SEED
    )
    train_ds = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(2000).batch(BATCH)
    test_ds = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(BATCH)
    return train_ds, test_ds


def get_model():
    inp = layers.Input((8, 8, 1))
    h = layers.Conv2D(16, 3, padding="same", activation="relu")(inp)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = layers.Flatten()(h)
    h = layers.Dropout(0.3)(h)
    out = layers.Dense(10)(h)
    return models.Model(inp, out)


train_ds, test_ds = get_data()
model = get_model()
opt = optimizers.Adam(2e-3)
loss_fn = losses.SparseCategoricalCrossentropy(from_logits=True)
train_acc = metrics.SparseCategoricalAccuracy()
test_acc = metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_weights)
    opt.apply_gradients(zip(grads, model.trainable_weights))
    train_acc.update_state(y, logits)
    return loss


@tf.function
def test_step(x, y):
    test_acc.update_state(y, model(x, training=False))


for epoch in range(EPOCHS):
    train_acc.reset_state()
    test_acc.reset_state()
    for x, y in train_ds:
        loss = train_step(x, y)
    for x, y in test_ds:
        test_step(x, y)
    print(
        "Epoch %2d loss %.4f train acc %.4f test acc %.4f"
        % (epoch + 1, float(loss), float(train_acc.result()), float(test_acc.result()))
    )

# per class numbers for the report
y_true = np.concatenate([y.numpy() for _, y in test_ds])
y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, digits=3))
