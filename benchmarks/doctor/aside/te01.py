import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

# Name tagging (3 kinds of invented names) with a small DistilBERT, Keras fit
import json

import numpy as np
import tensorflow as tf
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoTokenizer,
    DataCollatorForTokenClassification,
    TFAutoModelForTokenClassification,
    set_seed,
)

set_seed(11)
CHECKPOINT = "checkpoints/tags"
NUM_TAGS = 4  # 0 = no name, 1..3 = kinds of names
BATCH = 16
EPOCHS = 8


def load_split(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        length = len(enc["input_ids"][i])
        enc["labels"].append((tags + [-100] * length)[:length])
    return enc


def to_tf(ds, shuffle):
    ds = ds.map(encode, batched=True, remove_columns=["words", "tags"])
    collator = DataCollatorForTokenClassification(tokenizer, return_tensors="np")
    return ds, model.prepare_tf_dataset(ds, batch_size=BATCH, shuffle=shuffle, collate_fn=collator)


model = TFAutoModelForTokenClassification.from_pretrained(
    CHECKPOINT, num_labels=NUM_TAGS, from_pt=True
)
train_ds, tf_train = to_tf(load_split("train"), shuffle=True)
valid_ds, tf_valid = to_tf(load_split("validation"), shuffle=False)

# no loss given: the model's own loss is used, it skips the label -100
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3))
model.fit(tf_train, validation_data=tf_valid, epochs=EPOCHS, verbose=2)

y_true, y_pred = [], []
for batch, labels in tf_valid:
    pred = tf.argmax(model(batch, training=False).logits, axis=-1).numpy()
    keep = labels.numpy() != -100
    y_true.extend(labels.numpy()[keep])
    y_pred.extend(pred[keep])

per_kind = f1_score(y_true, y_pred, labels=[1, 2, 3], average=None)
print("F1 per kind of name:", np.round(per_kind, 3))
print("macro F1 of the names: %.3f" % per_kind.mean())
