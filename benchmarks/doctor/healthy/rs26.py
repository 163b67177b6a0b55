import os; os.environ["TF_USE_LEGACY_KERAS"] = "1"; os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
# Tags with TFDistilBert and a GradientTape: -100 is weighted by zero, the mean is over words of the batch.
import json
import random
from typing import Iterator

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForTokenClassification


class Tagger:
    def __init__(self, path: str, n_tags: int, lr: float, total: int):
        self.tok = AutoTokenizer.from_pretrained(path)
        self.model = TFAutoModelForTokenClassification.from_pretrained(path, num_labels=n_tags, from_pt=True)
        self.opt = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.PolynomialDecay(lr, total, lr / 20))

    def encode(self, rows: list[dict]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        e = self.tok([r["words"] for r in rows], is_split_into_words=True, padding="max_length", max_length=40, truncation=True)
        y = np.full((len(rows), 40), -100)
        for i, r in enumerate(rows):
            ids = e.word_ids(i)
            for j, w in enumerate(ids):
                if w is not None and w != ids[j - 1]:  # first piece of a word only; ids[0] is None, for [CLS]
                    y[i, j] = r["tags"][w]
        return np.array(e["input_ids"]), np.array(e["attention_mask"]), y

    @tf.function(reduce_retracing=True)
    def step(self, ids, mask, y):
        with tf.GradientTape() as tape:
            logits = self.model(input_ids=ids, attention_mask=mask, training=True).logits
            weight = tf.cast(y != -100, tf.float32)
            ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.maximum(y, 0), logits=logits)
            loss = tf.reduce_sum(ce * weight) / tf.reduce_sum(weight)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def predict(self, ids, mask) -> np.ndarray:
        return self.model(input_ids=ids, attention_mask=mask, training=False).logits.numpy().argmax(-1)


def minibatches(arrays, size: int, rng: random.Random) -> Iterator[tuple[tf.Tensor, ...]]:
    order = list(range(len(arrays[0])))
    rng.shuffle(order)
    for i in range(0, len(order), size):
        yield tuple(tf.constant(a[order[i:i + size]]) for a in arrays)


def entity_f1(guess: np.ndarray, gold: np.ndarray) -> float:
    keep = gold != -100
    g, t = guess[keep], gold[keep]
    return float(2 * ((g == t) & (t > 0)).sum() / ((g > 0).sum() + (t > 0).sum()))


def run(epochs: int = 6, size: int = 24, lr: float = 2e-3) -> None:
    tf.keras.utils.set_random_seed(4)
    rng = random.Random(4)
    load = lambda s: [json.loads(l) for l in open(f"data/tags/{s}.jsonl")]
    test = load("test")
    seen = {tuple(r["words"]) for r in test}
    train = [r for r in load("train") if tuple(r["words"]) not in seen]
    t = Tagger("checkpoints/tags", 4, lr, epochs * -(-len(train) // size))
    tr, te = t.encode(train), t.encode(test)
    for e in range(epochs):
        losses = [float(t.step(*b)) for b in minibatches(tr, size, rng)]
        print(f"epoch {e + 1}: loss {np.mean(losses):.3f}")
    print(f"test F1 of tags 1 to 3: {entity_f1(t.predict(*te[:2]), te[2]):.3f}; words right {(t.predict(*te[:2]) == te[2])[te[2] != -100].mean():.3f}")


run()
