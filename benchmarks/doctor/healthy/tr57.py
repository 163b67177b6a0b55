# Mixed table with rare positives: preprocessing layers, class weights.
import numpy as np
import pandas as pd
import keras
from keras import layers
from sklearn.metrics import average_precision_score, roc_auc_score

keras.utils.set_random_seed(57)
rng = np.random.default_rng(57)
n = 6000
df = pd.DataFrame({
    "age": rng.integers(18, 80, n).astype("float32"),
    "income": rng.lognormal(10, 0.6, n).astype("float32"),
    "visits": rng.poisson(4, n).astype("float32"),
    "city": rng.choice(["Orlund", "Marsk", "Lowmoor", "Ambry"], n, p=[0.4, 0.3, 0.2, 0.1]),
    "plan": rng.choice(["free", "basic", "gold"], n, p=[0.6, 0.3, 0.1])})
z = (-5.2 + 0.04 * (df.age - 45) - 0.9 * (np.log(df.income) - 10) + 0.35 * df.visits
     + df.city.map({"Orlund": 0, "Marsk": 0.5, "Lowmoor": -0.5, "Ambry": 1.5}) + df.plan.map({"free": 0.8, "basic": 0, "gold": -1.5})
     + 0.8 * ((df.city == "Marsk") & (df.plan == "gold")))
df["left"] = (rng.random(n) < 1 / (1 + np.exp(-z))).astype("float32")
train, valid, test = df[:4000], df[4000:5000], df[5000:]

numeric, text = ["age", "income", "visits"], ["city", "plan"]
inputs, parts = {}, []
for c in numeric:
    inputs[c] = keras.Input((1,), name=c)
    norm = layers.Normalization(axis=None)
    values = np.log(train[c]) if c == "income" else train[c]
    norm.adapt(values.to_numpy())                          # from the training rows only
    x = keras.ops.log(inputs[c]) if c == "income" else inputs[c]
    parts.append(norm(x))
for c in text:
    look = layers.StringLookup(output_mode="one_hot")
    look.adapt(train[c].to_numpy())
    inputs[c] = keras.Input((look.vocabulary_size(),), name=c)
    parts.append(inputs[c])
    train, valid, test = (d.assign(**{c + "_1hot": list(look(d[c].to_numpy()).numpy())}) for d in (train, valid, test))


def feed(d):
    x = {c: d[c].to_numpy()[:, None] for c in numeric}
    x.update({c: np.stack(d[c + "_1hot"]).astype("float32") for c in text})
    return x, d["left"].to_numpy()


rate = train.left.mean()
weights = {0: 0.5 / (1 - rate), 1: 0.5 / rate}
h = layers.Concatenate()(parts)
h = layers.Dense(32, activation="gelu")(h)
h = layers.Dropout(0.2)(h)
h = layers.Dense(16, activation="gelu")(h)
# with class weights both classes count the same, so the neutral start is zero
out = layers.Dense(1, activation="sigmoid", bias_initializer="zeros")(h)
model = keras.Model(inputs, out)
model.compile(keras.optimizers.AdamW(3e-3, weight_decay=1e-3), "binary_crossentropy", metrics=[keras.metrics.AUC(curve="PR", name="pr")])
xt, yt = feed(train)
log = model.fit(xt, yt, validation_data=feed(valid), epochs=25, batch_size=64, class_weight=weights, verbose=0,
                callbacks=[keras.callbacks.EarlyStopping(monitor="val_pr", mode="max", patience=6, restore_best_weights=True)]).history
print("positive share", round(float(rate), 3), "epochs", len(log["loss"]))
print("weighted loss", [round(v, 3) for v in log["loss"][::4]], "val PR", [round(v, 3) for v in log["val_pr"][::4]])
x, y = feed(test)
p = model.predict(x, verbose=0)[:, 0]
odds = p / (1 - p) * rate / (1 - rate)                     # undo the weights
q = odds / (1 + odds)
print(f"test ROC {roc_auc_score(y, p):.3f} (0.5), AP {average_precision_score(y, p):.3f} ({y.mean():.3f}), "
      f"Brier {np.mean((q - y) ** 2):.4f} (constant {np.mean((rate - y) ** 2):.4f})")
