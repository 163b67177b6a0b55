# Matching misspelt names to a register: two-sided contrastive loss over pairs, custom train_step, EMA weights, recall@1.
import numpy as np
import keras
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(61)
rng = np.random.default_rng(61)
ABC = "abcdefghijklmnopqrstuvwxyz"
LEN = 14


def name():
    syllable = lambda: rng.choice(list("bdfgklmnprstvz")) + rng.choice(list("aeiou")) + rng.choice(["", "n", "r", "s"])
    return "".join(syllable() for _ in range(rng.integers(2, 5)))[:LEN - 1]


def misspell(s):
    for _ in range(rng.integers(1, 4)):
        i, c = rng.integers(len(s)), rng.choice(list(ABC))
        variants = [s[:i] + c + s[i + 1:], s[:i] + s[i + 1:], s[:i] + c + s[i:], s[:i] + s[i:i + 2][::-1] + s[i + 2:]]
        s = variants[rng.integers(4)][:LEN]
    return s


def ids(strings):
    out = np.zeros((len(strings), LEN), "int32")
    for i, s in enumerate(strings):
        out[i, :len(s)] = [ABC.index(c) + 1 for c in s]
    return out


register = sorted({name() for _ in range(3200)})
rng.shuffle(register)
train_names, test_names = register[:-400], register[-400:]      # no test name is ever trained on


class Pairs(keras.utils.PyDataset):
    """Fresh spelling mistakes every time; a batch never has a name twice."""

    def __init__(self, names, batch):
        super().__init__()
        self.names, self.batch = list(names), batch

    def __len__(self):
        return len(self.names) // self.batch

    def __getitem__(self, i):
        part = self.names[i * self.batch:(i + 1) * self.batch]
        return ids(part), ids([misspell(s) for s in part])

    def on_epoch_end(self):
        rng.shuffle(self.names)


inp = keras.Input((LEN,), dtype="int32")
mask = layers.Lambda(lambda t: ops.expand_dims(ops.cast(t > 0, "float32"), -1))(inp)
e = layers.Embedding(27, 32)(inp)
e = layers.Multiply()([e, mask])
grams = [layers.Conv1D(64, k, padding="same", activation="relu")(e) for k in (2, 3, 4)]
h = layers.Concatenate()([layers.GlobalMaxPooling1D()(layers.Multiply()([g, mask])) for g in grams])
encoder = keras.Model(inp, layers.UnitNormalization()(layers.Dense(64)(h)))


class Contrast(keras.Model):
    def __init__(self, encoder, temperature=0.07):
        super().__init__()
        self.encoder, self.temperature = encoder, temperature
        self.tracker = keras.metrics.Mean(name="loss")

    def call(self, x):
        return self.encoder(x)

    def train_step(self, data):
        a, b = data
        with tf.GradientTape() as tape:
            s = ops.matmul(self.encoder(a, training=True), ops.transpose(self.encoder(b, training=True))) / self.temperature
            y = ops.arange(ops.shape(s)[0])
            loss = 0.5 * (ops.mean(keras.losses.sparse_categorical_crossentropy(y, s, from_logits=True))
                          + ops.mean(keras.losses.sparse_categorical_crossentropy(y, ops.transpose(s), from_logits=True)))
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}


queries = [misspell(s) for s in test_names]


def recall():
    a, b = (encoder.predict(ids(s), batch_size=200, verbose=0) for s in (test_names, queries))
    return ((b @ a.T).argmax(1) == np.arange(len(test_names))).mean()


print("recall@1 before: %.3f, chance %.4f" % (recall(), 1 / len(test_names)))
model = Contrast(encoder)
model.compile(optimizer=keras.optimizers.Adam(2e-3, use_ema=True, ema_momentum=0.98))
log = model.fit(Pairs(train_names, 64), epochs=12, verbose=0).history["loss"]
print("loss", [round(v, 3) for v in log[::3]])
print("recall@1 on new names: %.3f" % recall())
