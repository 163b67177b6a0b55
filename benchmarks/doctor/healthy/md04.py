"""Who should get the mailing? A customer appears in several campaigns, so customers are split."""
import numpy as np
import pandas as pd
import tensorflow as tf
import keras

keras.utils.set_random_seed(2024)
rng = np.random.default_rng(2024)

COST, MARGIN = 1.0, 8.0        # of a letter; of an order
NUMERIC = ["age", "months_since_order", "orders", "discount"]
TEXT = ["channel", "region"]


def make_contacts(n_customers=4000):
    customers = pd.DataFrame({
        "customer": np.arange(n_customers),
        "age": rng.integers(18, 80, n_customers),
        "orders": rng.poisson(3, n_customers),
        "region": rng.choice(["north", "south", "east", "west"], n_customers),
        "liking": rng.normal(0, 0.5, n_customers),     # never shown to the model
    })
    contacts = customers.loc[customers.index.repeat(rng.integers(1, 5, n_customers))]
    contacts = contacts.reset_index(drop=True)
    n = len(contacts)
    contacts["channel"] = rng.choice(["letter", "catalogue", "voucher"], n)
    contacts["months_since_order"] = rng.exponential(6, n)
    contacts["discount"] = rng.choice([0, 5, 10, 20], n)
    logit = (-2.6 + 0.35 * contacts["orders"] - 0.18 * contacts["months_since_order"]
             + 0.07 * contacts["discount"]
             + contacts["channel"].map({"letter": -0.5, "catalogue": 0.0, "voucher": 0.8})
             + contacts["region"].map({"north": 0.3, "south": -0.3, "east": 0.0, "west": 0.0})
             + contacts["liking"])
    contacts["bought"] = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype("int64")
    return contacts.drop(columns="liking")


contacts = make_contacts()
ids = rng.permutation(contacts["customer"].unique())
n_va, n_te = len(ids) // 6, len(ids) // 6
groups = {"val": ids[:n_va], "test": ids[n_va:n_va + n_te], "train": ids[n_va + n_te:]}
frames = {k: contacts[contacts["customer"].isin(v)] for k, v in groups.items()}


def to_dataset(frame, training=False):
    features = {c: frame[c].to_numpy(dtype="float32")[:, None] for c in NUMERIC}
    features |= {c: np.array(frame[c].tolist(), dtype="S12")[:, None] for c in TEXT}
    labels = frame["bought"].to_numpy(dtype="float32")[:, None]
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if training:
        ds = ds.shuffle(len(frame), reshuffle_each_iteration=True)
    return ds.batch(128).prefetch(tf.data.AUTOTUNE)


# ---- model: the preprocessing layers learn from the training frame and belong to the model
inputs, encoded = {}, []
for c in NUMERIC:
    inputs[c] = keras.Input(shape=(1,), name=c, dtype="float32")
    norm = keras.layers.Normalization(axis=-1)
    norm.adapt(frames["train"][c].to_numpy(dtype="float32")[:, None])
    encoded.append(norm(inputs[c]))
for c in TEXT:
    inputs[c] = keras.Input(shape=(1,), name=c, dtype="string")
    words = sorted(frames["train"][c].unique().tolist())
    lookup = keras.layers.StringLookup(vocabulary=words, output_mode="one_hot")
    encoded.append(lookup(inputs[c]))
h = keras.layers.Concatenate()(encoded)
h = keras.layers.Dense(32, activation="relu")(h)
h = keras.layers.Dropout(0.1)(h)
h = keras.layers.Dense(16, activation="relu")(h)
p = keras.layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inputs, p)
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[keras.metrics.AUC(name="auc"), keras.metrics.AUC(curve="PR", name="pr_auc")],
)
model.fit(
    to_dataset(frames["train"], training=True), validation_data=to_dataset(frames["val"]),
    epochs=30, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_pr_auc", mode="max", patience=5,
                                             restore_best_weights=True)])


def profit(scores, bought, threshold):
    chosen = scores >= threshold
    return MARGIN * bought[chosen].sum() - COST * chosen.sum()


val_scores = model.predict(to_dataset(frames["val"]), verbose=0)[:, 0]
val_bought = frames["val"]["bought"].to_numpy()
grid = np.linspace(0.0, 0.6, 61)
threshold = grid[np.argmax([profit(val_scores, val_bought, t) for t in grid])]

test_scores = model.predict(to_dataset(frames["test"]), verbose=0)[:, 0]
test_bought = frames["test"]["bought"].to_numpy()
result = model.evaluate(to_dataset(frames["test"]), return_dict=True, verbose=0)
print(f"test roc auc {result['auc']:.3f} (guessing 0.500), "
      f"pr auc {result['pr_auc']:.3f} (guessing {test_bought.mean():.3f})")
print(f"threshold chosen on validation customers: {threshold:.2f}")
for name, value in {
    "model": profit(test_scores, test_bought, threshold),
    "write to everybody": profit(test_scores, test_bought, 0.0),
    "write to nobody": 0.0,
}.items():
    print(f"  test profit, {name:20s} {value:9.1f}")
