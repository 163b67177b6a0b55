"""Two heads: what is wrong with the pump (3 classes), and how many hours are left (regression)."""
import keras
import numpy as np
from keras import layers

SEED = 31
FAULTS = ["none", "bearing", "seal"]
TYPES = ["A100", "A200", "B7"]


def simulate(n, rng):
    kind = rng.integers(0, len(TYPES), n)
    fault = rng.choice(3, size=n, p=[0.5, 0.3, 0.2])
    wear = rng.uniform(0, 1, n)
    vibration = 1 + 2.0 * (fault == 1) + 0.8 * wear + rng.normal(0, 0.4, n)
    leak = 0.2 + 1.5 * (fault == 2) + 0.3 * wear + rng.normal(0, 0.3, n)
    temperature = 40 + 10 * wear + 3 * (fault > 0) + 5 * kind + rng.normal(0, 2, n)
    current = 8 + kind - 2 * wear + rng.normal(0, 0.3, n)
    hours = np.maximum(0, 2000 * (1 - wear) * np.where(fault > 0, 0.6, 1.0) + rng.normal(0, 60, n))
    x = {
        "sensors": np.stack([vibration, leak, temperature, current], 1).astype("float32"),
        "type": np.array(TYPES)[kind],
    }
    return x, fault.astype("int64"), hours.astype("float32")


def build(norm, lookup):
    sensors = keras.Input((4,), name="sensors")
    kind = keras.Input((1,), name="type", dtype="int64")
    emb = layers.Flatten()(layers.Embedding(lookup.vocabulary_size(), 4)(kind))
    h = layers.Concatenate()([norm(sensors), emb])
    h = layers.Dense(48, activation="relu")(h)
    h = layers.Dense(48, activation="relu")(h)
    fault = layers.Dense(len(FAULTS), activation="softmax", name="fault")(layers.Dense(16, activation="relu")(h))
    hours = layers.Dense(1, name="hours")(layers.Dense(16, activation="relu")(h))
    return keras.Model({"sensors": sensors, "type": kind}, {"fault": fault, "hours": hours})


def main():
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    (x_tr, f_tr, h_tr), (x_va, f_va, h_va), (x_te, f_te, h_te) = (
        simulate(n, rng) for n in (3000, 700, 1000))

    norm = layers.Normalization()
    norm.adapt(x_tr["sensors"])
    lookup = layers.StringLookup(vocabulary=TYPES)      # index 0 is left for an unknown type

    def inputs(x):
        ids = keras.ops.convert_to_numpy(lookup(x["type"].tolist()))
        return {"sensors": x["sensors"], "type": ids[:, None]}

    mu, sd = h_tr.mean(), h_tr.std()

    def targets(f, h):
        return {"fault": f, "hours": ((h - mu) / sd)[:, None]}

    model = build(norm, lookup)
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss={"fault": "sparse_categorical_crossentropy", "hours": "mse"},
        loss_weights={"fault": 1.0, "hours": 2.0},
        metrics={"fault": ["accuracy"], "hours": ["mae"]},
    )
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)
    model.fit(inputs(x_tr), targets(f_tr, h_tr), validation_data=(inputs(x_va), targets(f_va, h_va)),
              epochs=40, batch_size=64, callbacks=[stop], verbose=2)

    out = model.predict(inputs(x_te), verbose=0)
    guess = out["fault"].argmax(-1)
    hours = out["hours"][:, 0] * sd + mu
    print(f"fault accuracy {np.mean(guess == f_te):.3f} (always 'none': {np.mean(f_te == 0):.3f})")
    for k, name in enumerate(FAULTS):
        print(f"   recall {name:8s} {np.mean(guess[f_te == k] == k):.3f}")
    print(f"hours MAE {np.abs(hours - h_te).mean():.0f} "
          f"(always the median: {np.abs(np.median(h_tr) - h_te).mean():.0f})")


if __name__ == "__main__":
    main()
