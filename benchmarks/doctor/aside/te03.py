import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import classification_report, confusion_matrix
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(3)

DESKS = ["north", "east", "south", "west"]

raw = load_dataset(
    "json",
    data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"},
)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def preprocess(examples):
    encoding = tokenizer(examples["text"], truncation=True)
    encoding["label"] = [DESKS.index(d) for d in examples["desk"]]
    return encoding


encoded = raw.map(preprocess, batched=True, remove_columns=["text", "desk", "desk_id"])

model = TFAutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    id2label=dict(enumerate(DESKS)),
    label2id={d: i for i, d in enumerate(DESKS)},
    from_pt=True,
)

tf_train = model.prepare_tf_dataset(encoded["train"], batch_size=16, tokenizer=tokenizer)
tf_test = model.prepare_tf_dataset(encoded["test"], batch_size=16, tokenizer=tokenizer)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=8e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(tf_train, epochs=5, verbose=2)

# Report on the test tickets
logits = model.predict(tf_test, verbose=0).logits
predictions = np.argmax(logits, axis=-1)
labels = np.array(encoded["test"]["label"])

print(confusion_matrix(labels, predictions))
print(classification_report(labels, predictions, target_names=DESKS, digits=3))

# and some of the tickets that went to the wrong desk
for i in np.flatnonzero(predictions != labels)[:3]:
    print(model.config.id2label[int(predictions[i])], "<-", raw["test"][int(i)]["text"])
