# 5-fold cross validation of a small MLP with a hand written training loop
import numpy as np
import tensorflow as tf
from tensorflow import keras
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

EPOCHS = 15
BATCH = 16

keras.utils.set_random_seed(7)

X, y = load_wine(return_X_y=True)
X = X.astype("float32")
y = y.astype("int32")
print("data:", X.shape, np.bincount(y))


def build_model():
    return keras.Sequential([
        keras.Input(shape=(13,)),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(3),
    ])


loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(learning_rate=5e-3)


def train_one_epoch(model, optimizer, ds):
    losses = []
    for xb, yb in ds:
        with tf.GradientTape() as tape:
            logits = model(xb, training=True)
            loss = loss_fn(yb, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        losses.append(float(loss))
    return np.mean(losses)


scores = []
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=0)
for fold, (train_idx, val_idx) in enumerate(folds.split(X, y), start=1):
    scaler = StandardScaler().fit(X[train_idx])
    x_train = scaler.transform(X[train_idx]).astype("float32")
    x_val = scaler.transform(X[val_idx]).astype("float32")
    train_ds = tf.data.Dataset.from_tensor_slices((x_train, y[train_idx])).shuffle(200).batch(BATCH)

    model = build_model()
    for epoch in range(EPOCHS):
        loss = train_one_epoch(model, optimizer, train_ds)
    pred = np.argmax(model(x_val, training=False).numpy(), axis=-1)
    acc = float(np.mean(pred == y[val_idx]))
    scores.append(acc)
    print(f"fold {fold}: last loss {loss:.4f}  val accuracy {acc:.3f}")

print(f"mean accuracy over folds: {np.mean(scores):.3f} +- {np.std(scores):.3f}")
