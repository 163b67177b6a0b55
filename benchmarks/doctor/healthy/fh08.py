"""Names in sentences: a TF token classifier with its own loop (labels of later word pieces are -100)."""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

tf_keras.utils.set_random_seed(5)
PATH, MAXLEN, EPOCHS, BATCH = "checkpoints/tags", 40, 16, 32


class Tagger:
    def __init__(self):
        self.tok = AutoTokenizer.from_pretrained(PATH)
        self.model = TFAutoModelForTokenClassification.from_pretrained(PATH, num_labels=4)
        self.ce = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    def encode(self, rows):
        enc = self.tok([r["words"] for r in rows], is_split_into_words=True, padding="max_length", truncation=True,
                       max_length=MAXLEN, return_tensors="np")
        labels = np.full(enc["input_ids"].shape, -100, dtype="int32")
        for i, r in enumerate(rows):
            before = None
            for j, w in enumerate(enc.word_ids(i)):
                if w is not None and w != before:
                    labels[i, j] = r["tags"][w]
                before = w
        x = {k: enc[k].astype("int32") for k in ("input_ids", "attention_mask")}
        return tf.data.Dataset.from_tensor_slices((x, labels))

    def loss(self, labels, logits):
        keep = tf.cast(labels != -100, tf.float32)
        each = self.ce(tf.maximum(labels, 0), logits)  # -100 would be no valid class, it is masked just below
        return tf.reduce_sum(each * keep) / tf.reduce_sum(keep)

    def fit(self, train, val):
        steps = EPOCHS * int(train.cardinality())
        opt = tf_keras.optimizers.Adam(tf_keras.optimizers.schedules.CosineDecay(2e-3, steps), global_clipnorm=1.0)

        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                value = self.loss(y, self.model(x, training=True).logits)
            variables = self.model.trainable_variables
            opt.apply_gradients(zip(tape.gradient(value, variables), variables))
            return value

        for epoch in range(EPOCHS):
            losses = [float(step(x, y)) for x, y in train]
            print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  val {self.score(val)}")

    def score(self, data):
        hit = np.zeros(2)
        for x, y in data:
            guess = self.model(x, training=False).logits.numpy().argmax(-1)
            y = y.numpy()
            names = y > 0  # class 0 and -100 are not names
            hit += (guess[names] == y[names]).sum(), names.sum()
        return {"name accuracy": round(float(hit[0] / hit[1]), 4)}


def read(split, skip=()):
    rows = [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]
    return [r for r in rows if tuple(r["words"]) not in skip]


train = read("train")
known = {tuple(r["words"]) for r in train}
val = read("validation", known)
known |= {tuple(r["words"]) for r in val}
test = read("test", known)

t = Tagger()
t.fit(t.encode(train).shuffle(len(train), seed=5).batch(BATCH), t.encode(val).batch(64))
print("test", t.score(t.encode(test).batch(64)))
