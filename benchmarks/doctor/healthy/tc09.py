import numpy as np
import tensorflow as tf
from sklearn.metrics import classification_report, f1_score
from tensorflow.keras import Model
from tensorflow.keras.layers import Concatenate, Dense, Dropout, Embedding, GlobalAveragePooling1D, Input

tf.keras.utils.set_random_seed(99)
rng = np.random.default_rng(99)

# A film may have several genres at once. Inputs: the words of its plot and some numbers.
GENRES = ["action", "comedy", "drama", "horror", "romance"]
N, VOCAB, LENGTH = 3000, 200, 30

genres = (rng.random((N, len(GENRES))) < 0.4).astype("float32")
genres[genres.sum(axis=1) == 0, 2] = 1.0  # every film has at least one

words = rng.integers(100, VOCAB, size=(N, LENGTH))  # words without a meaning
for g in range(4):  # words 1-10 belong to action, 11-20 to comedy, ...
    hits = (rng.random((N, LENGTH)) < 0.12) & (genres[:, [g]] == 1)
    words[hits] = rng.integers(1 + 10 * g, 11 + 10 * g, size=hits.sum())
numbers = rng.normal(size=(N, 4)).astype("float32")
numbers[:, 1] += 2.5 * genres[:, 4]  # share of female viewers: romance
numbers = (numbers - numbers[:2000].mean(0)) / numbers[:2000].std(0)

parts = {"train": slice(0, 2000), "val": slice(2000, 2500), "test": slice(2500, None)}
x = {k: [words[s], numbers[s]] for k, s in parts.items()}
y = {k: genres[s] for k, s in parts.items()}

text_in = Input(shape=(LENGTH,), name="plot")
num_in = Input(shape=(4,), name="numbers")
t = Embedding(VOCAB, 16)(text_in)
t = GlobalAveragePooling1D()(t)
h = Concatenate()([t, num_in])
h = Dense(32, activation="relu")(h)
h = Dropout(0.2)(h)
out = Dense(len(GENRES), activation="sigmoid", name="genres")(h)

model = Model([text_in, num_in], out)
model.compile(
    optimizer=tf.keras.optimizers.Adam(3e-3),
    loss="binary_crossentropy",
    metrics=[tf.keras.metrics.AUC(multi_label=True, num_labels=len(GENRES), name="auc")],
)
model.fit(x["train"], y["train"], validation_data=(x["val"], y["val"]), epochs=15, batch_size=32, verbose=2)

pred = (model.predict(x["test"], verbose=0) > 0.5).astype(int)
print(classification_report(y["test"], pred, target_names=GENRES, zero_division=0))
print("genres per film, true:", y["test"].sum(1).mean(), " predicted:", pred.sum(1).mean())
print("exact match:", (pred == y["test"]).all(axis=1).mean(), " micro F1:", f1_score(y["test"], pred, average="micro"))
