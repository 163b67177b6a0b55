import json
import os

import numpy as np
import tensorflow as tf

EPOCHS = 12
BATCH_SIZE = 32
EMBED_DIM = 64
RNN_UNITS = 96
checkpoint_dir = "out/ra07"


def read(split):
    return [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]


train_rows = read("train")
test_rows = read("test")

sentences = [(r["prompt"] + " > " + r["steps"] + " <end>").split() for r in train_rows]
vocab = ["<pad>", "<unk>"] + sorted({w for s in sentences for w in s})
word2id = {w: i for i, w in enumerate(vocab)}
print("vocabulary:", len(vocab))

max_len = max(len(s) for s in sentences)
ids = np.zeros((len(sentences), max_len), dtype="int32")
for i, s in enumerate(sentences):
    ids[i, : len(s)] = [word2id[w] for w in s]

dataset = (
    tf.data.Dataset.from_tensor_slices((ids[:, :-1], ids[:, 1:]))
    .shuffle(len(ids))
    .batch(BATCH_SIZE)
)


class TextModel(tf.keras.Model):
    def __init__(self, vocab_size, embed_dim, rnn_units):
        super().__init__()
        self.embedding = tf.keras.layers.Embedding(vocab_size, embed_dim, mask_zero=True)
        self.gru = tf.keras.layers.GRU(rnn_units, return_sequences=True)
        self.dense = tf.keras.layers.Dense(vocab_size)

    def call(self, inputs, training=False):
        x = self.embedding(inputs)
        x = self.gru(x, training=training)
        return self.dense(x)


model = TextModel(len(vocab), EMBED_DIM, RNN_UNITS)
model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=0),
)

# save the weights after every epoch
os.makedirs(checkpoint_dir, exist_ok=True)
checkpoint_prefix = os.path.join(checkpoint_dir, "ckpt_{epoch}.weights.h5")
checkpoint_callback = tf.keras.callbacks.ModelCheckpoint(
    filepath=checkpoint_prefix, save_weights_only=True
)

history = model.fit(dataset, epochs=EPOCHS, callbacks=[checkpoint_callback], verbose=2)

# back from the last checkpoint, for generation
model = TextModel(len(vocab), EMBED_DIM, RNN_UNITS)
model(tf.constant(ids[:1, :-1]))
model.load_weights(checkpoint_prefix.format(epoch=EPOCHS))


def generate(prompt, max_words=8):
    words = prompt.split() + [">"]
    tokens = [word2id.get(w, 1) for w in words]
    out = []
    for _ in range(max_words):
        logits = model(tf.constant([tokens]))[0, -1].numpy()
        nxt = int(logits.argmax())
        if vocab[nxt] == "<end>":
            break
        out.append(vocab[nxt])
        tokens.append(nxt)
    return " ".join(out)


hits = 0
for r in test_rows[:20]:
    g = generate(r["prompt"])
    hits += g == r["steps"]
    print(r["prompt"], "|", g, "|", r["steps"])
print("exact:", hits, "of 20")
