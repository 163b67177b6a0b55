# Tagging of words with a bidirectional LSTM. 0 is "no name", 1..3 are kinds of names.
import json
from collections import Counter, defaultdict

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(21)
L = tf.keras.layers
N_TAGS = 4
PAD, UNK = 0, 1


def load(split, not_these=()):
    sentences, tags, seen = [], [], set(not_these)
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            key = tuple(row["words"])
            if key in seen:          # doubles within a file and between the files
                continue
            seen.add(key)
            sentences.append(key)
            tags.append(row["tags"])
    return sentences, tags


te_words, te_tags = load("test")
va_words, va_tags = load("validation", te_words)
tr_words, tr_tags = load("train", te_words + va_words)
print(len(tr_words), "training,", len(va_words), "validation,", len(te_words), "test sentences")

vocab = {w: i + 2 for i, w in enumerate(sorted({w for s in tr_words for w in s}))}


def arrays(sentences, tags):
    longest = max(map(len, sentences))
    x = np.full((len(sentences), longest), PAD, dtype="int32")
    y = np.zeros((len(sentences), longest), dtype="int32")
    w = np.zeros((len(sentences), longest), dtype="float32")
    for i, (s, t) in enumerate(zip(sentences, tags)):
        x[i, :len(s)] = [vocab.get(word, UNK) for word in s]
        y[i, :len(s)] = t
        w[i, :len(s)] = 1.0          # padding counts nowhere
    return x, y, w


def batches(x, y, w, size, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((x, y, w))
    if shuffle:
        ds = ds.shuffle(len(x), seed=21).map(hide_words)
    return ds.batch(size).prefetch(tf.data.AUTOTUNE)


def hide_words(x, y, w):
    """In training, one word in twenty-five is replaced by <unk>, so that <unk> has a meaning."""
    hide = (tf.random.uniform(tf.shape(x)) < 0.04) & (x != PAD)
    return tf.where(hide, UNK, x), y, w


tr, va, te = arrays(tr_words, tr_tags), arrays(va_words, va_tags), arrays(te_words, te_tags)

model = tf.keras.Sequential([
    tf.keras.Input((None,), dtype="int32"),
    L.Embedding(len(vocab) + 2, 48, mask_zero=True),
    L.Dropout(0.2),
    L.Bidirectional(L.LSTM(32, return_sequences=True)),
    L.Dropout(0.2),
    L.Dense(N_TAGS, activation="softmax"),
])
model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    weighted_metrics=[tf.keras.metrics.SparseCategoricalAccuracy(name="word_acc")],
)
model.fit(batches(*tr, 16, shuffle=True), validation_data=batches(*va, 64), epochs=25, verbose=2,
          callbacks=[tf.keras.callbacks.EarlyStopping(
              monitor="val_loss", patience=4, restore_best_weights=True)])


def report(name, pred, gold):
    names = gold > 0
    tp = np.sum(names & (pred == gold))
    precision, recall = tp / max(1, np.sum(pred > 0)), tp / np.sum(names)
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"{name:22s} words right {np.mean(pred == gold):.3f}   names: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")


x, y, w = te
real = w > 0
report("BiLSTM", model.predict(x, verbose=0).argmax(-1)[real], y[real])
report("all 'no name'", np.zeros(int(real.sum()), dtype=int), y[real])

table = defaultdict(Counter)
for s, t in zip(tr_words, tr_tags):
    for word, tag in zip(s, t):
        table[word][tag] += 1
lookup = [table[word].most_common(1)[0][0] if word in table else 0 for s in te_words for word in s]
report("most frequent tag", np.array(lookup), y[real])
