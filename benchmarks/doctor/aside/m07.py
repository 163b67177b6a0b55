"""Find similar support tickets: a twin encoder trained with contrastive loss on pairs of tickets."""
import json

import numpy as np
import tensorflow as tf
from sklearn.metrics import roc_auc_score
from transformers import AutoTokenizer, TFAutoModel

CHECKPOINT = "checkpoints/tickets"
MAX_LEN = 32
MARGIN = 1.0
N_PAIRS = 1600
EPOCHS = 3

rng = np.random.default_rng(0)
tf.random.set_seed(0)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def load(split):
    with open(f"data/tickets/{split}.jsonl") as fh:
        rows = [json.loads(line) for line in fh]
    enc = tokenizer(
        [r["text"] for r in rows],
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
        return_tensors="np",
    )
    return enc["input_ids"], enc["attention_mask"], np.array([r["desk_id"] for r in rows])


def sample_pairs(desks, n):
    """Half of the pairs come from the same desk, half from two different ones."""
    first, second, same = [], [], []
    while len(same) < n:
        i, j = rng.integers(len(desks), size=2)
        wanted = len(same) % 2
        if i != j and int(desks[i] == desks[j]) == wanted:
            first.append(i)
            second.append(j)
            same.append(wanted)
    return np.array(first), np.array(second), np.array(same, dtype="float32")


class TwinEncoder(tf.keras.Model):
    def __init__(self, checkpoint, margin):
        super().__init__()
        self.encoder = TFAutoModel.from_pretrained(checkpoint)
        self.margin = margin
        self.loss_tracker = tf.keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, inputs, training=False):
        ids, mask = inputs
        hidden = self.encoder(
            input_ids=ids, attention_mask=mask, training=training
        ).last_hidden_state
        weights = tf.cast(mask, hidden.dtype)[..., tf.newaxis]
        return tf.reduce_sum(hidden * weights, axis=1) / tf.reduce_sum(weights, axis=1)

    def contrastive_loss(self, left, right, same):
        distance = 1.0 - tf.keras.losses.cosine_similarity(left, right, axis=-1)
        pull = same * tf.square(distance)
        push = (1.0 - same) * tf.square(tf.maximum(self.margin - distance, 0.0))
        return tf.reduce_mean(pull + push)

    def train_step(self, data):
        (left_inputs, right_inputs), same = data
        with tf.GradientTape() as tape:
            left = self(left_inputs, training=True)
            right = self(right_inputs, training=True)
            loss = self.contrastive_loss(left, right, same)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


train_ids, train_mask, train_desk = load("train")
test_ids, test_mask, test_desk = load("test")

a, b, same = sample_pairs(train_desk, N_PAIRS)
train_ds = (
    tf.data.Dataset.from_tensor_slices(
        (((train_ids[a], train_mask[a]), (train_ids[b], train_mask[b])), same)
    )
    .shuffle(N_PAIRS)
    .batch(32)
)

model = TwinEncoder(CHECKPOINT, MARGIN)
model.compile(optimizer=tf.keras.optimizers.Adam(5e-4))
model.fit(train_ds, epochs=EPOCHS, verbose=2)


def embed(ids, mask):
    vectors = model.predict((ids, mask), batch_size=64, verbose=0)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


train_vec = embed(train_ids, train_mask)
test_vec = embed(test_ids, test_mask)

a, b, same = sample_pairs(test_desk, 1000)
scores = np.sum(test_vec[a] * test_vec[b], axis=1)
print("mean cosine, same desk : %.3f" % scores[same == 1].mean())
print("mean cosine, other desk: %.3f" % scores[same == 0].mean())
print("ROC AUC of the pairs   : %.3f" % roc_auc_score(same, scores))

nearest = np.argsort(-(test_vec @ train_vec.T), axis=1)[:, :10]
precision = (train_desk[nearest] == test_desk[:, None]).mean()
print("precision at 10        : %.3f" % precision)
