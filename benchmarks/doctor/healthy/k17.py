"""word2vec (skip-gram, negative sampling) as a tf.Module, no Keras.

The corpus is made up: each sentence talks about one of five topics, with function words mixed in.
Score: held-out skip-gram loss, and how often a word's nearest neighbour is of its own topic.
"""
import tensorflow as tf
import numpy as np

SEED = 21
rng = np.random.default_rng(SEED)
tf.random.set_seed(SEED)

TOPICS, PER, FUNC = 5, 20, 10
V = TOPICS * PER + FUNC
topic_of = np.repeat(np.arange(TOPICS), PER)


def sentence():
    k = rng.integers(TOPICS)
    n = rng.integers(6, 13)
    content = k * PER + rng.integers(0, PER, n)
    func = TOPICS * PER + rng.integers(0, FUNC, n)
    return np.where(rng.random(n) < 0.3, func, content).astype(np.int32)


sentences = [sentence() for _ in range(1500)]
train_s, held_s = sentences[:1350], sentences[1350:]

freq = np.bincount(np.concatenate(train_s), minlength=V).astype(np.float64)
neg_logits = tf.constant(0.75 * np.log(freq + 1e-9), tf.float32)[None, :]     # unigram^0.75
share = freq / freq.sum()
keep_prob = np.minimum(1.0, np.sqrt(5e-3 / np.maximum(share, 1e-12)))          # subsampling of frequent words


def pairs(sents, subsample):
    out = []
    for s in sents:
        if subsample:
            s = s[rng.random(len(s)) < keep_prob[s]]
        for i in range(len(s)):
            r = rng.integers(1, 4)                                             # dynamic window
            for j in range(max(0, i - r), min(len(s), i + r + 1)):
                if i != j:
                    out.append((s[i], s[j]))
    return np.array(out, np.int32)


class SkipGram(tf.Module):
    def __init__(self, vocab, dim, name=None):
        super().__init__(name=name)
        with self.name_scope:
            self.centre = tf.Variable(tf.random.uniform((vocab, dim), -0.5 / dim, 0.5 / dim), name="centre")
            self.context = tf.Variable(tf.zeros((vocab, dim)), name="context")

    @tf.Module.with_name_scope
    def __call__(self, c, o, neg):
        vc = tf.gather(self.centre, c)
        pos = tf.reduce_sum(vc * tf.gather(self.context, o), -1)
        negs = tf.einsum("bd,bkd->bk", vc, tf.gather(self.context, neg))
        valid = tf.cast(neg != o[:, None], tf.float32)                         # accidental hits do not count
        return -tf.reduce_mean(tf.math.log_sigmoid(pos) + tf.reduce_sum(valid * tf.math.log_sigmoid(-negs), -1))


class Adam:
    """Adam in a dozen lines, so that nothing of Keras is needed."""

    def __init__(self, variables, lr, b1=0.9, b2=0.999, eps=1e-8):
        self.vars, self.lr, self.b1, self.b2, self.eps = list(variables), lr, b1, b2, eps
        self.m = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.vars]
        self.s = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.vars]
        self.t = tf.Variable(0.0, trainable=False)

    def apply(self, grads):
        self.t.assign_add(1.0)
        corr = tf.sqrt(1 - self.b2 ** self.t) / (1 - self.b1 ** self.t)
        for v, g, m, s in zip(self.vars, grads, self.m, self.s):
            g = tf.convert_to_tensor(g)
            m.assign(self.b1 * m + (1 - self.b1) * g)
            s.assign(self.b2 * s + (1 - self.b2) * g * g)
            v.assign_sub(self.lr * corr * m / (tf.sqrt(s) + self.eps))


model = SkipGram(V, 16)
opt = Adam(model.trainable_variables, 5e-3)
K, B = 5, 256


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.int32)])
def train_step(c, o):
    n = tf.shape(c)[0]
    neg = tf.reshape(tf.random.categorical(neg_logits, n * K, dtype=tf.int32), (n, K))
    with tf.GradientTape() as tape:
        loss = model(c, o, neg)
    opt.apply(tape.gradient(loss, model.trainable_variables))
    return loss


held = pairs(held_s, False)
held_neg = tf.reshape(tf.random.categorical(neg_logits, len(held) * K, dtype=tf.int32, seed=5), (-1, K))


def purity():
    e = model.centre.numpy()[: TOPICS * PER]
    e = e / np.linalg.norm(e, axis=1, keepdims=True)
    s = e @ e.T
    np.fill_diagonal(s, -np.inf)
    return float((topic_of[s.argmax(1)] == topic_of).mean())


print(f"before: held-out loss {float(model(held[:, 0], held[:, 1], held_neg)):.3f}  neighbour purity {purity():.2f}")
for epoch in range(5):
    p = pairs(train_s, True)
    rng.shuffle(p)
    total, seen = 0.0, 0
    for i in range(0, len(p), B):
        part = p[i : i + B]
        total += float(train_step(part[:, 0], part[:, 1])) * len(part)
        seen += len(part)
    print(f"epoch {epoch + 1}: {seen} pairs, train loss {total / seen:.3f}  held-out loss "
          f"{float(model(held[:, 0], held[:, 1], held_neg)):.3f}  neighbour purity {purity():.2f} (chance {(PER - 1) / (TOPICS * PER - 1):.2f})")
