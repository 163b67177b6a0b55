import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

tf.keras.utils.set_random_seed(42)

# ---- settings ----
MODEL = "checkpoints/tickets"
EPOCHS = 6
BATCH_SIZE = 16
LR = 6e-4


class TicketData:
    """Reads one split of the helpdesk tickets and turns it into a tf.data.Dataset."""

    def __init__(self, tokenizer, batch_size):
        self.tokenizer = tokenizer
        self.batch_size = batch_size

    def read(self, split):
        df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
        return df["text"].tolist(), df["desk_id"].to_numpy()

    def dataset(self, split, training=False):
        texts, labels = self.read(split)
        enc = self.tokenizer(texts, padding="max_length", truncation=True, return_tensors="np")
        ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
        if training:
            ds = ds.shuffle(len(labels), seed=0)
        return ds.batch(self.batch_size).prefetch(tf.data.AUTOTUNE)


tokenizer = AutoTokenizer.from_pretrained(MODEL)
data = TicketData(tokenizer, BATCH_SIZE)
train_ds = data.dataset("train", training=True)
val_ds = data.dataset("validation")
test_ds = data.dataset("test")

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4, from_pt=True)

# linear warmup, then linear decay to zero
num_train_steps = len(train_ds) * EPOCHS
optimizer, lr_schedule = create_optimizer(
    init_lr=LR,
    num_warmup_steps=int(0.1 * num_train_steps),
    num_train_steps=num_train_steps,
    weight_decay_rate=0.01,
)
model.compile(
    optimizer=optimizer,
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
