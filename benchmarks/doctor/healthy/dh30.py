"""Names in sentences: a masked, two-way GRU in Keras. Filling counts neither for the loss nor for the score."""
import collections
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(51)


def read(split):
    return [json.loads(line) for line in open(f"data/tags/{split}.jsonl", encoding="utf-8")]


test = read("test")
banned = {tuple(r["words"]) for r in test}
valid = [r for r in read("validation") if tuple(r["words"]) not in banned]
banned |= {tuple(r["words"]) for r in valid}
train = [r for r in read("train") if tuple(r["words"]) not in banned]

# 0 filling, 1 unknown. Words that come once only are unknown in training too, so that the sign is learned.
freq = collections.Counter(w for r in train for w in r["words"])
index = {w: i for i, w in enumerate((w for w, c in freq.items() if c > 1), start=2)}
LENGTH = max(len(r["words"]) for r in train + valid + test)


def arrays(part):
    x = np.zeros((len(part), LENGTH), "int32")
    y = np.zeros((len(part), LENGTH), "int32")
    for k, r in enumerate(part):
        n = len(r["words"])
        x[k, :n] = [index.get(w, 1) for w in r["words"]]
        y[k, :n] = r["tags"]
    return x, y, (x != 0).astype("float32")


model = keras.Sequential([
    keras.Input((LENGTH,), dtype="int32"),
    layers.Embedding(len(index) + 2, 32, mask_zero=True),
    layers.Dropout(0.2),
    layers.Bidirectional(layers.GRU(32, return_sequences=True)),
    layers.Dense(4),
])
model.compile(optimizer=keras.optimizers.Adam(5e-3, clipnorm=1.0),
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
xv, yv, wv = arrays(valid)
xt, yt, wt = arrays(train)
hist = model.fit(xt, yt, sample_weight=wt, validation_data=(xv, yv, wv), epochs=20, batch_size=32, verbose=0,
                 callbacks=[keras.callbacks.EarlyStopping(patience=4, restore_best_weights=True)])
print(f"{len(hist.history['loss'])} epochs, loss {hist.history['loss'][-1]:.3f}, "
      f"best validation loss {min(hist.history['val_loss']):.3f}")

x, y, w = arrays(test)
guess = model.predict(x, verbose=0).argmax(-1)
real = w > 0
hit = (real & (y > 0) & (guess == y)).sum()
precision, recall = hit / (real & (guess > 0)).sum(), hit / (real & (y > 0)).sum()
print(f"test: precision {precision:.3f} recall {recall:.3f} F1 {2 * precision * recall / (precision + recall):.3f}")
print(f"accuracy of always 'no name' (so why it is not the score): {(y[real] == 0).mean():.3f}")
