"""Multi-label classification: which kinds of names does a sentence mention?"""
import json
from pathlib import Path

import numpy as np
import tensorflow as tf
from sklearn.metrics import classification_report, f1_score
from transformers import AutoConfig, AutoTokenizer, TFAutoModelForSequenceClassification

DATA = Path("data/tags")
CHECKPOINT = "checkpoints/tags"
KINDS = ["kind_1", "kind_2", "kind_3"]

tf.keras.utils.set_random_seed(1234)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def load(split):
    """The sentences and, for each, three zeros or ones."""
    texts, labels = [], []
    with (DATA / f"{split}.jsonl").open() as lines:
        for line in lines:
            row = json.loads(line)
            texts.append(" ".join(row["words"]))
            labels.append([float(kind in row["tags"]) for kind in (1, 2, 3)])
    return texts, np.array(labels, dtype=np.float32)


def to_dataset(split, batch_size, training=False):
    texts, labels = load(split)
    features = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="tf")
    features = {name: features[name] for name in ("input_ids", "attention_mask")}
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if training:
        ds = ds.shuffle(len(texts), seed=1)
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


train_ds = to_dataset("train", 16, training=True)
val_ds = to_dataset("validation", 64)
test_ds = to_dataset("test", 64)

config = AutoConfig.from_pretrained(
    CHECKPOINT,
    num_labels=len(KINDS),
    id2label=dict(enumerate(KINDS)),
    label2id={kind: i for i, kind in enumerate(KINDS)},
    problem_type="multi_label_classification",
)
model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, config=config)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss=tf.keras.losses.BinaryCrossentropy(from_logits=True),
)
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=12,
    verbose=2,
)


def predict(ds):
    logits = model.predict(ds, verbose=0).logits
    return (tf.sigmoid(logits).numpy() > 0.5).astype(int)


_, y_test = load("test")
y_pred = predict(test_ds)
print(classification_report(y_test.astype(int), y_pred, target_names=KINDS, digits=3, zero_division=0))
print("micro F1     ", round(f1_score(y_test, y_pred, average="micro"), 3))
print("exact matches", round(float((y_test == y_pred).all(axis=1).mean()), 3))
