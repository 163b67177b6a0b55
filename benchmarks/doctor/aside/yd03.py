import json
import numpy as np
import tensorflow as tf
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

np.random.seed(1)
tf.random.set_seed(1)

TAGS = ["O", "A", "B", "C"]
checkpoint = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def load_split(name):
    with open(f"data/tags/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


def tokenize_and_align(rows, max_length=64):
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=max_length,
        return_tensors="np",
    )
    labels = np.full(enc["input_ids"].shape, -100, dtype="int64")
    for i, r in enumerate(rows):
        previous = None
        for j, w in enumerate(enc.word_ids(batch_index=i)):
            if w is not None and w != previous:
                labels[i, j] = r["tags"][w]
            previous = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, labels


train_x, train_labels = tokenize_and_align(load_split("train"))
val_x, val_labels = tokenize_and_align(load_split("validation"))

train_set = tf.data.Dataset.from_tensor_slices((train_x, train_labels)).shuffle(500).batch(16)
val_set = tf.data.Dataset.from_tensor_slices((val_x, val_labels)).batch(16)

model = TFAutoModelForTokenClassification.from_pretrained(
    checkpoint,
    num_labels=len(TAGS),
    id2label=dict(enumerate(TAGS)),
    label2id={t: i for i, t in enumerate(TAGS)},
)

optimizer = tf.keras.optimizers.Adam(learning_rate=1e-3)
model.compile(optimizer=optimizer, loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))

model.fit(train_set, validation_data=val_set, epochs=6, verbose=2)

logits = model.predict(val_set, verbose=0).logits
pred = logits.argmax(-1)
keep = val_labels != -100
print("token accuracy:", (pred[keep] == val_labels[keep]).mean())
print("macro F1 of the name tags:", f1_score(val_labels[keep], pred[keep], labels=[1, 2, 3], average="macro"))
