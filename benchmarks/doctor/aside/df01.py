"""Customer model: one trunk, two heads (will the customer leave? how much will they spend?)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import keras
from keras import layers

OUT = "out/df01"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(7)


def make_customers(n, rng):
    x = rng.normal(size=(n, 12)).astype("float32")
    risk = 1.4 * x[:, 0] - 1.1 * x[:, 3] + 0.8 * x[:, 5] - 2.6
    churn = (rng.random(n) < 1 / (1 + np.exp(-risk))).astype("float32")
    spend = 0.7 * x[:, 1] + 0.5 * np.maximum(x[:, 2], 0) + 0.1 * rng.normal(size=n)
    return x, churn, spend.astype("float32")


rng = np.random.default_rng(7)
x_train, churn_train, spend_train = make_customers(3000, rng)
x_val, churn_val, spend_val = make_customers(800, rng)

# both heads learn on standardised targets / features (statistics of the training part)
mean, std = x_train.mean(0), x_train.std(0)
x_train, x_val = (x_train - mean) / std, (x_val - mean) / std
s_mean, s_std = spend_train.mean(), spend_train.std()
spend_train, spend_val = (spend_train - s_mean) / s_std, (spend_val - s_mean) / s_std

inputs = keras.Input((12,), name="features")
h = layers.Dense(64, activation="relu")(inputs)
h = layers.Dense(32, activation="relu")(h)
churn_out = layers.Dense(1, activation="sigmoid", name="churn")(h)
spend_out = layers.Dense(1, name="spend")(h)
model = keras.Model(inputs, {"churn": churn_out, "spend": spend_out})

model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss={"churn": "binary_crossentropy", "spend": "mse"},
    loss_weights={"churn": 1.0, "spend": 0.5},
    metrics={"churn": [keras.metrics.AUC(name="auc")], "spend": ["mae"]},
)

# only about one customer in eight leaves
n_pos = churn_train.sum()
n_neg = len(churn_train) - n_pos
weights = {0: len(churn_train) / (2 * n_neg), 1: len(churn_train) / (2 * n_pos)}
print("weights:", weights)

history = model.fit(
    x_train,
    {"churn": churn_train[:, None], "spend": spend_train[:, None]},
    validation_data=(x_val, {"churn": churn_val[:, None], "spend": spend_val[:, None]}),
    epochs=12,
    batch_size=64,
    class_weight=weights,
    verbose=2,
)
model.save(f"{OUT}/customers.keras")
print("best val auc:", max(history.history["val_churn_auc"]))
