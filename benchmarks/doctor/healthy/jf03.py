# %% [markdown]
# Activity recognition from a wrist sensor. 36 people, 3 activities, 40 windows of each person.
# Windows of one person never lie on two sides of a split.

# %%
import keras
import numpy as np
from keras import layers
from sklearn.model_selection import GroupShuffleSplit

keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

N_PEOPLE, PER_PERSON, STEPS = 36, 40, 64
ACTIVITIES = ["rest", "walk", "run"]


# %%
def record(person_rng):
    """Windows of one person: own pace, own strength, own way of wearing the sensor."""
    pace = person_rng.normal(1.0, 0.12)
    gain = person_rng.lognormal(0.0, 0.25)
    tilt = person_rng.normal(0, 0.6, size=3)
    t = np.arange(STEPS) / 32.0
    windows, labels = [], []
    for _ in range(PER_PERSON):
        a = int(person_rng.integers(3))
        freq, amp = [(0.3, 0.1), (1.6, 0.8), (2.9, 1.3)][a]
        phase = person_rng.uniform(0, 2 * np.pi, size=3)
        wave = amp * gain * np.sin(2 * np.pi * freq * pace * t[:, None] + phase)
        windows.append(wave + tilt + person_rng.normal(0, 0.45, size=(STEPS, 3)))
        labels.append(a)
    return np.array(windows, "float32"), np.array(labels)


blocks = [record(child) for child in rng.spawn(N_PEOPLE)]
x = np.concatenate([b[0] for b in blocks])
y = np.concatenate([b[1] for b in blocks])
who = np.repeat(np.arange(N_PEOPLE), PER_PERSON)

# %%
dev, test = next(GroupShuffleSplit(1, test_size=8, random_state=1).split(x, y, who))
a, b = next(GroupShuffleSplit(1, test_size=6, random_state=2).split(x[dev], y[dev], who[dev]))
train, val = dev[a], dev[b]
assert not set(who[train]) & set(who[val])
assert not set(who[test]) & (set(who[train]) | set(who[val]))
print("people:", [len(set(who[i])) for i in (train, val, test)])

# %%
norm = layers.Normalization(axis=-1)
norm.adapt(x[train])

inputs = keras.Input((STEPS, 3))
h = norm(inputs)
h = layers.GaussianNoise(0.1)(h)  # active in fit only
h = layers.Conv1D(24, 7, activation="relu")(h)
h = layers.MaxPooling1D(2)(h)
h = layers.Conv1D(32, 5, activation="relu")(h)
h = layers.GlobalAveragePooling1D()(h)
h = layers.Dropout(0.3)(h)
outputs = layers.Dense(len(ACTIVITIES), activation="softmax")(h)
model = keras.Model(inputs, outputs)
model.compile(keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])

model.fit(
    x[train], y[train],
    validation_data=(x[val], y[val]),
    epochs=40, batch_size=32, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=6, restore_best_weights=True)],
)

# %%
guess = model.predict(x[test], verbose=0).argmax(axis=1)
per_person = [(guess[who[test] == p] == y[test][who[test] == p]).mean() for p in np.unique(who[test])]
common = np.bincount(y[train]).argmax()
print(f"accuracy, mean over {len(per_person)} unseen people: {np.mean(per_person):.3f}  worst {np.min(per_person):.3f}")
print(f"most frequent activity: {(y[test] == common).mean():.3f}")
