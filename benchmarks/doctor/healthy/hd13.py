"""Names in sentences (token classification), masked loss written out, macro F1 at the end."""
import json

import numpy as np
import tensorflow as tf
import tf_keras
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFDistilBertForTokenClassification


class Corpus:
    def __init__(self, tokenizer, max_len=32):
        self.tokenizer, self.max_len, self.seen = tokenizer, max_len, set()

    def take(self, split):
        """Sentences of a split which no earlier split has had."""
        rows = {}
        with open(f"data/tags/{split}.jsonl") as f:
            for line in f:
                r = json.loads(line)
                key = tuple(r["words"])
                if key not in self.seen:
                    rows[key] = r["tags"]
        self.seen.update(rows)
        enc = self.tokenizer([list(k) for k in rows], is_split_into_words=True, truncation=True,
                             max_length=self.max_len, padding="max_length")
        labels = []
        for i, tags in enumerate(rows.values()):
            last, lab = None, []
            for w in enc.word_ids(i):
                lab.append(-1 if w is None or w == last else tags[w])
                last = w
            labels.append(lab)
        return (np.array(enc["input_ids"], "int32"), np.array(enc["attention_mask"], "int32"),
                np.array(labels, "int32"))


EPOCHS = 15
tf_keras.utils.set_random_seed(13)
ckpt = "checkpoints/tags"
corpus = Corpus(AutoTokenizer.from_pretrained(ckpt))
train, valid, test = (corpus.take(s) for s in ("train", "validation", "test"))
train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train[0])).batch(16)

model = TFDistilBertForTokenClassification.from_pretrained(ckpt, num_labels=4)
optimizer = tf_keras.optimizers.Adam(
    tf_keras.optimizers.schedules.PolynomialDecay(7e-4, len(train_ds) * EPOCHS, 1e-5))


def masked_loss(labels, logits):
    keep = tf.cast(labels >= 0, tf.float32)
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.maximum(labels, 0), logits=logits)
    return tf.reduce_sum(ce * keep) / tf.reduce_sum(keep)


@tf.function
def step(ids, mask, labels):
    with tf.GradientTape() as tape:
        logits = model(input_ids=ids, attention_mask=mask, training=True).logits
        loss = masked_loss(labels, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def tag(ids, mask):
    return tf.argmax(model(input_ids=ids, attention_mask=mask, training=False).logits, -1)


def score(ids, mask, labels):
    pred = tag(tf.constant(ids), tf.constant(mask)).numpy()
    real = labels >= 0
    # class 0 is "no name" and by far the commonest, so it is left out of the average
    return f1_score(labels[real], pred[real], labels=[1, 2, 3], average="macro", zero_division=0)


for epoch in range(EPOCHS):
    loss = np.mean([float(step(*b)) for b in train_ds])
    print(f"epoch {epoch + 1}: loss {loss:.4f} valid F1 {score(*valid):.3f}")
print(f"test F1 {score(*test):.3f}")
