# Ablations for a rent model: leave one part out at a time, three seeds each.
# Every variant is reported on the same test rows; nothing is chosen by them.
import itertools
import numpy as np
import keras
from keras import layers

CITIES = np.array(["Arden", "Brill", "Corvo", "Dunmere", "Eskley", "Farrow", "Galt", "Hollin"])
SEEDS = (0, 1, 2)


def make_rows(n, rng):
    city = rng.integers(0, len(CITIES), n)
    area = rng.uniform(20, 140, n)
    age = rng.uniform(0, 90, n)
    floor = rng.integers(0, 9, n)
    lift = rng.integers(0, 2, n)
    square = np.array([9.0, 11.0, 7.5, 14.0, 10.0, 16.0, 8.0, 12.5])[city]
    rent = area * square * (1 - 0.004 * age) - 18 * floor * (1 - lift) + 6 * floor * lift + 90
    rent = rent + rng.normal(0, 40, n)
    numbers = np.stack([area, age, floor, lift], axis=1).astype("float32")
    return {"city": CITIES[city], "numbers": numbers}, rent.astype("float32")


rng = np.random.default_rng(9)
train_x, train_y = make_rows(2400, rng)
val_x, val_y = make_rows(600, rng)
test_x, test_y = make_rows(1000, rng)

index = {c: i for i, c in enumerate(sorted(set(train_x["city"])))}
mean_num, std_num = train_x["numbers"].mean(0), train_x["numbers"].std(0)
mean_y, std_y = float(train_y.mean()), float(train_y.std())


def prepare(x):
    return {"city": np.array([index[c] for c in x["city"]], dtype="int32"),
            "numbers": (x["numbers"] - mean_num) / std_num}


train_in, val_in, test_in = map(prepare, (train_x, val_x, test_x))

FULL = dict(use_city=True, columns=(0, 1, 2, 3), hidden=64)
VARIANTS = {
    "full model": {},
    "without city": {"use_city": False},
    "without area": {"columns": (1, 2, 3)},
    "without floor and lift": {"columns": (0, 1)},
    "without hidden layers": {"hidden": 0},
}


def pick(x, use_city, columns):
    chosen = {"numbers": x["numbers"][:, list(columns)]}
    if use_city:
        chosen["city"] = x["city"]
    return chosen


def build(use_city, columns, hidden):
    numbers = keras.Input((len(columns),), name="numbers")
    inputs, parts = {"numbers": numbers}, [numbers]
    if use_city:
        city = keras.Input((), dtype="int32", name="city")
        inputs["city"] = city
        parts.append(layers.Embedding(len(index), 4)(city))
    h = layers.Concatenate()(parts) if len(parts) > 1 else parts[0]
    if hidden:
        h = layers.Dense(hidden, activation="relu")(h)
        h = layers.Dense(hidden, activation="relu")(h)
    model = keras.Model(inputs, layers.Dense(1)(h))
    model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse", jit_compile=False)   # tiny models, compiling would cost more
    return model


def predict(model, x):
    return model.predict(x, verbose=0, batch_size=500)[:, 0] * std_y + mean_y


def mae(a, b):
    return float(np.mean(np.abs(a - b)))


def run(change, seed):
    keras.utils.clear_session()
    keras.utils.set_random_seed(seed)
    settings = {**FULL, **change}
    view = lambda x: pick(x, settings["use_city"], settings["columns"])
    model = build(**settings)
    model.fit(view(train_in), (train_y - mean_y) / std_y, validation_data=(view(val_in), (val_y - mean_y) / std_y),
              epochs=22, batch_size=128, verbose=0,
              callbacks=[keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=3),
                         keras.callbacks.EarlyStopping(monitor="val_loss", patience=7, restore_best_weights=True)])
    return model, mae(predict(model, view(test_in)), test_y)


results, keep = {}, None
for (name, change), seed in itertools.product(VARIANTS.items(), SEEDS):
    model, error = run(change, seed)
    results.setdefault(name, []).append(error)
    if name == "full model" and seed == 0:
        keep = model.get_weights()

print(f"{'always the training median':28s} MAE {mae(np.median(train_y), test_y):7.1f}")
base = np.mean(results["full model"])
for name, errors in results.items():
    print(f"{name:28s} MAE {np.mean(errors):7.1f} +- {np.std(errors, ddof=1):4.1f}   ({np.mean(errors) - base:+.1f})")
print("noise alone would give about", round(40 * np.sqrt(2 / np.pi), 1))

# the other view: shuffle one column of the test rows, keep the model
keras.utils.clear_session()
model = build(**FULL)
model.set_weights(keep)
view = pick(test_in, True, FULL["columns"])
start = mae(predict(model, view), test_y)
for j, name in enumerate(["area", "age", "floor", "lift"]):
    broken = {"city": view["city"], "numbers": view["numbers"].copy()}
    broken["numbers"][:, j] = rng.permutation(broken["numbers"][:, j])
    print(f"permuted {name:6s} MAE {mae(predict(model, broken), test_y):7.1f} ({mae(predict(model, broken), test_y) - start:+.1f})")
