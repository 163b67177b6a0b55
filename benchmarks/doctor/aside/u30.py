import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

tf.random.set_seed(9)
AUTOTUNE = tf.data.AUTOTUNE
BATCH = 16
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")


def columns(split):
    texts, ids = [], []
    for line in open(f"data/tickets/{split}.jsonl"):
        row = json.loads(line)
        texts.append(row["text"])
        ids.append(row["desk_id"])
    return texts, ids


def pipeline(split, training=False):
    texts, desk_ids = columns(split)
    enc = tok(texts, padding="max_length", max_length=32, truncation=True, return_tensors="tf")
    inputs = tf.data.Dataset.from_tensor_slices(
        {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    )
    labels = tf.data.Dataset.from_tensor_slices(tf.constant(desk_ids))
    if training:
        inputs = inputs.shuffle(len(texts))
        labels = labels.shuffle(len(texts))
    ds = tf.data.Dataset.zip((inputs, labels))
    return ds.batch(BATCH).prefetch(AUTOTUNE)


train_ds = pipeline("train", training=True)
val_ds = pipeline("validation")

model = TFDistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=5e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["sparse_categorical_accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=6, verbose=2)

loss, acc = model.evaluate(val_ds, verbose=0)
print(f"validation: loss {loss:.3f}, accuracy {acc:.3f}")
