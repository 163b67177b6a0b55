import json

import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(4)


def load(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train, test = load("train"), load("test")
words = sorted({w for r in train + test for w in (r["prompt"] + " " + r["steps"]).split()})
vocab = ["", "<end>"] + words
index = {w: i for i, w in enumerate(vocab)}
length = 18

# next-word prediction
X = np.zeros((len(train), length), dtype="int32")
Y = np.zeros((len(train), length), dtype="int32")
W = np.zeros((len(train), length), dtype="float32")
for k, r in enumerate(train):
    prompt, steps = r["prompt"].split(), r["steps"].split()
    ids = [index[w] for w in prompt + steps + ["<end>"]]
    X[k, : len(ids) - 1] = ids[:-1]
    Y[k, : len(ids) - 1] = ids[1:]
    W[k, len(prompt) - 1 : len(ids) - 1] = 1.0

model = keras.Sequential(
    [
        keras.Input((None,), dtype="int32"),
        layers.Embedding(len(vocab), 48),
        layers.LSTM(96, return_sequences=True),
        layers.Dropout(0.1),
        layers.Dense(len(vocab)),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    weighted_metrics=["accuracy"],
)
model.summary()
history = model.fit(X, Y, sample_weight=W, batch_size=32, epochs=12, verbose=2)


def generate(prompts, n=8):
    ids = [[index[w] for w in p.split()] for p in prompts]
    starts = [len(i) for i in ids]
    done = [False] * len(ids)
    for _ in range(n):
        x = np.zeros((len(ids), length + n), dtype="int32")
        for k, row in enumerate(ids):
            x[k, : len(row)] = row
        scores = model.predict(x, verbose=0)
        for k, row in enumerate(ids):
            if not done[k]:
                best = int(scores[k, len(row) - 1].argmax())
                done[k] = best == 1
                if not done[k]:
                    row.append(best)
    return [" ".join(vocab[i] for i in row[s:]) for row, s in zip(ids, starts)]


texts = generate([r["prompt"] for r in test])
for r, t in list(zip(test, texts))[:6]:
    print(r["prompt"], "->", t, "/", r["steps"])
print("exact match:", np.mean([t == r["steps"] for r, t in zip(test, texts)]))
