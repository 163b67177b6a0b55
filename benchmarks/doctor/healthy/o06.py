# Will a customer cancel? Numbers + categories + free text in one functional model.
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import pandas as pd
import tensorflow as tf

tf.keras.utils.set_random_seed(31)
rng = np.random.default_rng(31)
os.makedirs("outputs/o06", exist_ok=True)

# %% a made-up customer table -------------------------------------------------------------------------
N = 4000
df = pd.DataFrame({
    "months": rng.gamma(2.0, 12.0, N).round(1),
    "bill": rng.normal(55, 18, N).clip(10).round(2),
    "calls": rng.poisson(1.5, N).astype(float),
    "plan": rng.choice(["basic", "plus", "family", "business"], N, p=[.4, .3, .2, .1]),
    "region": rng.choice(["north", "south", "east", "west", "islands"], N, p=[.25, .25, .25, .22, .03]),
})
good = ["quick answer thank you", "all fine so far", "friendly staff on the phone", "happy with the speed"]
bad = ["line drops every evening", "waited an hour on the phone", "bill was wrong again", "very slow since the move"]
neutral = ["asked about an invoice", "changed the address", "wants a new router", "nothing noted"]
mood = rng.choice([0, 1, 2], N, p=[.35, .3, .35])
df["note"] = [rng.choice((good, bad, neutral)[m]) for m in mood]
z = (-0.9 - 0.05 * (df.months - 24) + 0.03 * (df.bill - 55) + 0.5 * (df.calls - 1.5)
     + df.plan.map({"basic": .6, "plus": 0., "family": -.7, "business": -1.}) + np.array([-1.2, 2.0, 0.])[mood])
df["churn"] = (rng.random(N) < 1 / (1 + np.exp(-z))).astype("float32")
df.loc[rng.random(N) < 0.05, "bill"] = np.nan          # some bills are missing

# %% split first, look at statistics afterwards -------------------------------------------------------------
order = rng.permutation(N)
test, val, train = (df.iloc[i].copy() for i in np.split(order, [800, 1400]))
bill_median = train.bill.median()
for part in (train, val, test):
    part["bill_missing"] = part.bill.isna().astype("float32")
    part["bill"] = part.bill.fillna(bill_median)

NUM, CAT = ["months", "bill", "calls"], ["plan", "region"]


def features(part):
    x = {c: part[c].to_numpy("float32")[:, None] for c in NUM + ["bill_missing"]}
    x |= {c: tf.constant(part[c].tolist(), shape=(len(part), 1)) for c in CAT + ["note"]}
    return x


def dataset(part, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((features(part), part.churn.to_numpy("float32")[:, None]))
    return (ds.shuffle(len(part), seed=31) if shuffle else ds).batch(64).prefetch(tf.data.AUTOTUNE)


# %% preprocessing layers, adapted on the training part only --------------------------------------------------
L = tf.keras.layers
train_x = features(train)
prep, inputs = {}, {}
for c in NUM:
    norm = L.Normalization(axis=-1, name=f"{c}_norm")
    norm.adapt(train_x[c])
    prep[c] = norm
for c in CAT:
    look = L.StringLookup(output_mode="one_hot", num_oov_indices=1, name=f"{c}_lookup")
    look.adapt(train_x[c])
    prep[c] = look
vec = L.TextVectorization(max_tokens=200, output_sequence_length=8, name="note_ids")
vec.adapt(train.note.tolist())
prep["note"] = vec


def prepare(x, y):
    """Strings become numbers in the input pipeline; the model below only sees tensors of numbers."""
    out = {c: prep[c](x[c]) for c in NUM + CAT}
    out["bill_missing"] = x["bill_missing"]
    out["note"] = vec(tf.squeeze(x["note"], -1))
    return out, y


train_ds, val_ds, test_ds = (d.map(prepare) for d in (dataset(train, True), dataset(val), dataset(test)))

# %% model -------------------------------------------------------------------------------------------------
for c in NUM + ["bill_missing"]:
    inputs[c] = tf.keras.Input((1,), name=c)
for c in CAT:
    inputs[c] = tf.keras.Input((prep[c].vocabulary_size(),), name=c)
inputs["note"] = tf.keras.Input((8,), dtype="int64", name="note")

numbers = L.Concatenate()([inputs[c] for c in NUM + ["bill_missing"]])
words = L.Embedding(vec.vocabulary_size(), 8, mask_zero=True)(inputs["note"])
text = L.GlobalAveragePooling1D()(words)                # honours the padding mask
text = L.Dropout(0.2)(text)
h = L.Concatenate()([numbers, inputs["plan"], inputs["region"], text])
h = L.Dense(32, activation="relu", kernel_regularizer=tf.keras.regularizers.L2(1e-4))(h)
h = L.Dropout(0.2)(h)
p = L.Dense(1, activation="sigmoid", name="churn")(h)
model = tf.keras.Model(inputs, p)

model.compile(
    optimizer=tf.keras.optimizers.Adam(3e-3),
    loss=tf.keras.losses.BinaryCrossentropy(),           # the output is a probability
    metrics=[tf.keras.metrics.AUC(name="auc"), tf.keras.metrics.BinaryAccuracy(name="acc")],
)
model.fit(train_ds, validation_data=val_ds, epochs=15, verbose=2, callbacks=[
    tf.keras.callbacks.EarlyStopping("val_auc", mode="max", patience=4, restore_best_weights=True)])
model.save("outputs/o06/churn.keras")

res = model.evaluate(test_ds, verbose=0, return_dict=True)
base = max(test.churn.mean(), 1 - test.churn.mean())
print(f"test AUC {res['auc']:.3f}  accuracy {res['acc']:.3f} (majority class {base:.3f})")
