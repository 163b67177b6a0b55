"""Which desk gets the ticket? Training, then a per-class report on the validation tickets."""
import json
from pathlib import Path

import numpy as np
import tf_keras
from datasets import Dataset
from sklearn.metrics import classification_report
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer, set_seed

set_seed(2024)
root = Path("data/tickets")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)


def load_split(name, seen=frozenset()):
    rows = [json.loads(line) for line in (root / f"{name}.jsonl").read_text().splitlines()]
    rows = [r for r in rows if r["text"] not in seen]
    return Dataset.from_list([{"text": r["text"], "labels": r["desk_id"]} for r in rows])


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32)


def tf_batches(dataset, batch_size=16):
    return model.prepare_tf_dataset(
        dataset, batch_size=batch_size, shuffle=True, drop_remainder=False, tokenizer=tokenizer
    )


raw_train = load_split("train")
raw_val = load_split("validation", seen=frozenset(raw_train["text"]))
train = raw_train.map(tokenize, batched=True, remove_columns=["text"])
val = raw_val.map(tokenize, batched=True, remove_columns=["text"])

train_batches = tf_batches(train)
val_batches = tf_batches(val)

n_epochs = 10
optimizer, _ = create_optimizer(
    init_lr=1e-3, num_train_steps=n_epochs * len(train_batches), num_warmup_steps=len(train_batches) // 2
)
model.compile(optimizer=optimizer, metrics=["accuracy"])
model.fit(
    train_batches,
    validation_data=val_batches,
    epochs=n_epochs,
    callbacks=[tf_keras.callbacks.TerminateOnNaN()],
    verbose=2,
)

# report
desks = ["north", "east", "south", "west"]
logits = model.predict(val_batches, verbose=0)["logits"]
y_pred = np.argmax(logits, axis=-1)
y_true = np.array(val["labels"])
print(classification_report(y_true, y_pred, labels=[0, 1, 2, 3], target_names=desks, zero_division=0))
