# Character-level causal Transformer on rows of tickets; own layer with a hand-made mask; perplexity against n-gram counts.
import json
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(59)
texts = {s: [json.loads(l)["text"].split(" . order")[0] for l in open(f"data/tickets/{s}.jsonl")] for s in ("train", "validation", "test")}
chars = sorted(set("".join(texts["train"])))
index = {c: i + 2 for i, c in enumerate(chars)}              # 0 padding, 1 start and end
V, N = len(chars) + 2, max(len(t) for t in texts["train"]) + 1


def encode(rows):
    x, y = np.zeros((len(rows), N), "int32"), np.zeros((len(rows), N), "int32")
    for i, t in enumerate(rows):
        ids = [index[c] for c in t[: N - 1] if c in index]
        x[i, : len(ids) + 1] = [1] + ids
        y[i, : len(ids) + 1] = ids + [1]
    return x, y, (y != 0).astype("float32")


class Block(layers.Layer):
    def __init__(self, d, heads, **kw):
        super().__init__(**kw)
        self.n1, self.n2 = layers.LayerNormalization(epsilon=1e-5), layers.LayerNormalization(epsilon=1e-5)
        self.attention = layers.MultiHeadAttention(heads, d // heads)
        self.up, self.down = layers.Dense(4 * d, activation="gelu"), layers.Dense(d)

    def call(self, x):
        n = ops.shape(x)[1]
        past = ops.expand_dims(ops.arange(n)[:, None] >= ops.arange(n)[None, :], 0)
        h = self.n1(x)
        x = x + self.attention(h, h, attention_mask=past)    # padding stands on the right: nobody looks there
        return x + self.down(self.up(self.n2(x)))


class Positions(layers.Layer):
    def build(self, shape):
        self.table = self.add_weight(shape=(N, shape[-1]), initializer=keras.initializers.RandomNormal(stddev=0.02))

    def call(self, x):
        return x + self.table[: ops.shape(x)[1]]


inp = keras.Input((None,), dtype="int32")
h = Positions()(layers.Embedding(V, 64, embeddings_initializer=keras.initializers.RandomNormal(stddev=0.05))(inp))
for _ in range(2):
    h = Block(64, 4)(h)
model = keras.Model(inp, layers.Dense(V)(layers.LayerNormalization(epsilon=1e-5)(h)))

EPOCHS, BATCH = 8, 16
x, y, w = encode(texts["train"])
steps = EPOCHS * int(np.ceil(len(x) / BATCH))
rate = keras.optimizers.schedules.CosineDecay(1e-4, steps - 25, warmup_target=3e-3, warmup_steps=25)
opt = keras.optimizers.AdamW(rate, weight_decay=0.01, beta_2=0.98, global_clipnorm=1.0)
opt.exclude_from_weight_decay(var_names=["bias", "gamma", "beta"])
model.compile(opt, keras.losses.SparseCategoricalCrossentropy(from_logits=True), weighted_metrics=[])


def perplexity(rows):
    a, b, m = encode(rows)
    z = model.predict(a, batch_size=80, verbose=0)
    logp = z - np.log(np.exp(z - z.max(-1, keepdims=True)).sum(-1, keepdims=True)) - z.max(-1, keepdims=True)
    return float(np.exp(-(np.take_along_axis(logp, b[..., None], -1)[..., 0] * m).sum() / m.sum()))


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if epoch % 2:
            print(f"epoch {epoch + 1} loss {logs['loss']:.4f} validation perplexity {perplexity(texts['validation']):.3f}")


model.fit(x, y, sample_weight=w, batch_size=BATCH, epochs=EPOCHS, verbose=0, callbacks=[Report()])
bi = np.ones((V, V))
for r, s, m in zip(x, y, w):
    np.add.at(bi, (r[m > 0], s[m > 0]), 1)
bi /= bi.sum(1, keepdims=True)
a, b, m = encode(texts["test"])
print(f"test perplexity {perplexity(texts['test']):.3f}, bigram counts {np.exp(-(np.log(bi[a, b]) * m).sum() / m.sum()):.3f}")
line = [1]
while len(line) < N and (len(line) == 1 or line[-1] != 1):
    z = model(np.array([line])).numpy()[0, -1].astype("float64")
    p = np.exp((z - z.max()) / 0.7)
    p[0] = 0
    line.append(int(np.random.choice(V, p=p / p.sum())))
print("sample:", "".join(chars[i - 2] for i in line if i > 1))
