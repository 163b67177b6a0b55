"""A hand-written GradientTape loop; the L2 penalties of the layers are added to the loss."""
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

tf.random.set_seed(9)
x, y = load_breast_cancer(return_X_y=True)
x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=9)
mu, sigma = x_tr.mean(axis=0), x_tr.std(axis=0)
x_tr, x_te = [((a - mu) / sigma).astype(np.float32) for a in (x_tr, x_te)]
y_tr, y_te = [a.astype(np.float32)[:, None] for a in (y_tr, y_te)]

l2 = tf.keras.regularizers.L2(1e-3)
model = tf.keras.Sequential([
    tf.keras.Input((30,)),
    tf.keras.layers.Dense(32, activation="relu", kernel_regularizer=l2),
    tf.keras.layers.Dropout(0.2),
    tf.keras.layers.Dense(1, kernel_regularizer=l2),
])
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3)

train_ds = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr), seed=9).batch(32)
test_ds = tf.data.Dataset.from_tensor_slices((x_te, y_te)).batch(64)

data_loss = tf.keras.metrics.Mean()
penalty = tf.keras.metrics.Mean()
train_acc = tf.keras.metrics.BinaryAccuracy(threshold=0.0)   # logits
test_acc = tf.keras.metrics.BinaryAccuracy(threshold=0.0)
test_auc = tf.keras.metrics.AUC(from_logits=True)


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb, training=True)
        fit = bce(yb, logits)
        reg = tf.add_n(model.losses)
        loss = fit + reg
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    data_loss.update_state(fit, sample_weight=tf.shape(xb)[0])
    penalty.update_state(reg)
    train_acc.update_state(yb, logits)


@tf.function
def test_step(xb, yb):
    logits = model(xb, training=False)
    test_acc.update_state(yb, logits)
    test_auc.update_state(yb, logits)


for epoch in range(20):
    for m in (data_loss, penalty, train_acc, test_acc, test_auc):
        m.reset_state()
    for batch in train_ds:
        train_step(*batch)
    for batch in test_ds:
        test_step(*batch)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: bce {data_loss.result():.4f} l2 {penalty.result():.4f} "
              f"train acc {train_acc.result():.3f} | test acc {test_acc.result():.3f} auc {test_auc.result():.3f}")
