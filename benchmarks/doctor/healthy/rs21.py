"""Two inputs, two outputs: a sensor trace and a machine's card give the kind of fault and the hours until it fails."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(12)
N, STEPS = 2400, 48
rng = np.random.default_rng(12)

# --- made-up plant: the fault shapes the trace, the remaining hours depend on fault, amplitude and age
kind = rng.integers(0, 3, N)
amp = rng.uniform(0.6, 2.0, N)
age = rng.uniform(0, 10, N)
model_no = rng.integers(0, 4, N)
t = np.arange(STEPS)
phase = rng.uniform(0, 2 * np.pi, (N, 1))
wave = np.where(kind[:, None] == 0, np.sin(0.4 * t + phase), np.where(kind[:, None] == 1, np.sign(np.sin(0.4 * t + phase)), (0.4 * t + phase) % (2 * np.pi) / np.pi - 1))
trace = (amp[:, None] * wave + 0.3 * rng.normal(size=(N, STEPS)))[..., None].astype("float32")
hours = 120 - 25 * amp - 4 * age + np.array([0, 10, -15, 5])[model_no] + np.array([0, -12, 8])[kind] + rng.normal(0, 3, N)

idx = rng.permutation(N)
tr, va, te = idx[:1700], idx[1700:2000], idx[2000:]
h_mean, h_std = hours[tr].mean(), hours[tr].std()


def pick(i):
    return (
        {"trace": trace[i], "age": age[i, None].astype("float32"), "model_no": model_no[i, None]},
        {"fault": kind[i], "hours": ((hours[i] - h_mean) / h_std).astype("float32")[:, None]},
    )


# --- model
trace_in = keras.Input((STEPS, 1), name="trace")
age_in = keras.Input((1,), name="age")
no_in = keras.Input((1,), name="model_no", dtype="int32")

norm = layers.Normalization()
norm.adapt(age[tr, None])

x = layers.Conv1D(24, 7, strides=2, activation="relu")(trace_in)
x = layers.Conv1D(32, 5, strides=2, activation="relu")(x)
x = layers.Concatenate()([layers.GlobalMaxPooling1D()(x), layers.GlobalAveragePooling1D()(x)])
card = layers.Concatenate()([norm(age_in), layers.Flatten()(layers.Embedding(4, 3)(no_in))])
both = layers.Dense(48, activation="relu")(layers.Concatenate()([x, card]))
fault = layers.Dense(3, activation="softmax", name="fault")(both)
remaining = layers.Dense(1, name="hours")(layers.Dense(24, activation="relu")(both))

net = keras.Model([trace_in, age_in, no_in], {"fault": fault, "hours": remaining})
net.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss={"fault": "sparse_categorical_crossentropy", "hours": keras.losses.Huber()},
    loss_weights={"fault": 1.0, "hours": 2.0},
    metrics={"fault": ["accuracy"], "hours": ["mae"]},
)
net.fit(
    *pick(tr),
    validation_data=pick(va),
    batch_size=64,
    epochs=20,
    verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.4, patience=2),
        keras.callbacks.EarlyStopping(monitor="val_hours_mae", mode="min", patience=5, restore_best_weights=True),
    ],
)
out = net.predict(pick(te)[0], verbose=0)
print(f"test: fault accuracy {(out['fault'].argmax(-1) == kind[te]).mean():.3f}, "
      f"hours MAE {np.abs(out['hours'][:, 0] * h_std + h_mean - hours[te]).mean():.2f} (the mean for all: {np.abs(hours[te] - h_mean).mean():.2f})")
