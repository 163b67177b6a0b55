import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorForTokenClassification,
    TFAutoModelForTokenClassification,
)

tf.keras.utils.set_random_seed(9)
raw = load_dataset("data/tags")
num_tags = max(max(t) for t in raw["train"]["tags"]) + 1
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")


def align_labels_with_tokens(labels, word_ids):
    new_labels = []
    current = None
    for word_id in word_ids:
        if word_id is None or word_id == current:
            new_labels.append(-100)
        else:
            new_labels.append(labels[word_id])
        current = word_id
    return new_labels


def tokenize_and_align(examples):
    inputs = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    inputs["labels"] = [
        align_labels_with_tokens(tags, inputs.word_ids(i)) for i, tags in enumerate(examples["tags"])
    ]
    return inputs


tokenized = raw.map(tokenize_and_align, batched=True, remove_columns=raw["train"].column_names)
collator = DataCollatorForTokenClassification(tokenizer, return_tensors="np")


def make(split, shuffle):
    return tokenized[split].to_tf_dataset(
        columns=["input_ids", "attention_mask"], label_cols=["labels"],
        collate_fn=collator, shuffle=shuffle, batch_size=16,
    )


train_ds, val_ds = make("train", True), make("validation", False)

model = TFAutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags", num_labels=num_tags, from_pt=True
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(train_ds, validation_data=val_ds, epochs=6, verbose=2)

right = total = names = found = 0
for x, y in val_ds:
    guess = np.argmax(model(x, training=False).logits, -1)
    y = y.numpy()
    keep = y != -100
    right += (guess == y)[keep].sum()
    total += keep.sum()
    names += (y > 0).sum()
    found += ((guess == y) & (y > 0)).sum()
print(f"token accuracy {right / total:.3f}, names found {found / names:.3f}")
