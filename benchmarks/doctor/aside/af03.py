# ticket router, attention pooling over word embeddings
import json, os
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

SEQ, DIM, EPOCHS = 32, 48, 8
SAVE_TO = "out/af03/router.keras"
tf.keras.utils.set_random_seed(11)


def load(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.asarray([r["desk_id"] for r in rows])


class AttentionPool(layers.Layer):
    """score = v . tanh(W h);  output = sum softmax(score) h"""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="glorot_uniform", name="w")
        self.v = self.add_weight(shape=(self.units, 1), initializer="glorot_uniform", name="v")

    def call(self, h, mask):
        score = tf.matmul(tf.tanh(tf.matmul(h, self.w)), self.v)[..., 0]
        score += (1.0 - tf.cast(mask, score.dtype)) * -1e9
        alpha = tf.nn.softmax(score, axis=-1)
        return tf.reduce_sum(h * alpha[..., None], axis=1)

    def compute_output_shape(self, input_shape):
        return (input_shape[0], input_shape[-1])

    def get_config(self):
        return {**super().get_config(), "units": self.units}


words_tr, y_tr = load("train")
words_va, y_va = load("validation")
words_te, y_te = load("test")

vocab = {"<pad>": 0, "<unk>": 1}
for t in words_tr:
    for w in t.split():
        vocab.setdefault(w, len(vocab))


def encode(texts):
    ids = np.zeros((len(texts), SEQ), dtype="int32")
    for i, t in enumerate(texts):
        toks = [vocab.get(w, 1) for w in t.split()][:SEQ]
        ids[i, :len(toks)] = toks
    return ids, (ids > 0).astype("float32")


ids = layers.Input((SEQ,), dtype="int32", name="ids")
mask = layers.Input((SEQ,), name="mask")
h = layers.Embedding(len(vocab), DIM)(ids)
h = layers.Conv1D(DIM, 3, padding="same", activation="relu")(h)
h = AttentionPool(32)(h, mask=mask)
h = layers.Dropout(0.1)(h)
out = layers.Dense(4, activation="softmax")(h)
model = tf.keras.Model([ids, mask], out)

model.compile(tf.keras.optimizers.Adam(3e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(encode(words_tr), y_tr, validation_data=(encode(words_va), y_va), epochs=EPOCHS, batch_size=16, verbose=2)

os.makedirs(os.path.dirname(SAVE_TO), exist_ok=True)
model.save(SAVE_TO)
print("saved to", SAVE_TO)

# later, in the service
router = tf.keras.models.load_model(SAVE_TO)
loss, acc = router.evaluate(encode(words_te), y_te, verbose=0)
print(f"test loss {loss:.4f}  test accuracy {acc:.4f}")
for t, p in zip(words_te[:5], router.predict(encode(words_te[:5]), verbose=0)):
    print(p.argmax(), round(float(p.max()), 3), t)
