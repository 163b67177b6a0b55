# %% urgent or not? -- support mails, bag of words
import numpy as np, tensorflow as tf, keras
from keras import layers

keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)

# %% mails: 400 words, 12 of them are signs of urgency, people label by hand and not always well
VOCAB = np.array([f"w{i:03d}" for i in range(400)])
URGENT = set(VOCAB[:12])

def mails(n, noise):
    texts, labels = [], []
    for _ in range(n):
        words = list(rng.choice(VOCAB[12:], size=rng.integers(15, 30)))
        y = rng.integers(0, 2)
        if y:
            words += list(rng.choice(VOCAB[:12], size=3))
        rng.shuffle(words)
        if rng.random() < noise:
            y = 1 - y
        texts.append(" ".join(words)); labels.append(y)
    return np.array(texts), np.array(labels, "float32")

texts, labels = mails(700, noise=0.15)
fresh_texts, fresh_labels = mails(2000, noise=0.15)      # next month's mails

# %% dataset: shuffle once, first 140 for validation, the rest for training
N_VAL = 140
ds = tf.data.Dataset.from_tensor_slices((texts, labels))
ds = ds.shuffle(len(texts), seed=1, reshuffle_each_iteration=False)
val_ds = ds.take(N_VAL)
train_ds = ds.skip(N_VAL).shuffle(len(texts))

# %% vectorize
tv = layers.TextVectorization(output_mode="multi_hot", max_tokens=500)
tv.adapt(train_ds.map(lambda t, y: t).batch(64))
prep = lambda t, y: (tv(t), y)
train_ds = train_ds.batch(32).map(prep).prefetch(2)
val_ds = val_ds.batch(32).map(prep)

# %% model
model = keras.Sequential([
    layers.Dense(64, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
keep = keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
h = model.fit(train_ds, validation_data=val_ds, epochs=30, callbacks=[keep], verbose=2)

# %% results
print("validation:", model.evaluate(val_ds, verbose=0))
fresh = tf.data.Dataset.from_tensor_slices((fresh_texts, fresh_labels)).batch(64).map(prep)
print("next month:", model.evaluate(fresh, verbose=0))
