import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import classification_report, confusion_matrix
from transformers import (AutoTokenizer, DataCollatorWithPadding,
                          TFAutoModelForSequenceClassification, create_optimizer, set_seed)

set_seed(2024)

# --- data -----------------------------------------------------------------
files = {s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")}
raw = load_dataset("json", data_files=files)
names = sorted(set(raw["train"]["desk"]))
print(raw)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
collator = DataCollatorWithPadding(tokenizer, return_tensors="np")


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    return enc


data = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)

# --- model ----------------------------------------------------------------
model = TFAutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets", num_labels=len(names), from_pt=True)

train_set = model.prepare_tf_dataset(data["train"], batch_size=16, collate_fn=collator)
valid_set = model.prepare_tf_dataset(data["validation"], batch_size=16, collate_fn=collator)
test_set = model.prepare_tf_dataset(data["test"], batch_size=16, collate_fn=collator)

epochs = 8
optimizer, schedule = create_optimizer(init_lr=8e-4, num_warmup_steps=10,
                                       num_train_steps=len(train_set) * epochs)
model.compile(optimizer=optimizer, metrics=["accuracy"])
model.fit(train_set, validation_data=valid_set, epochs=epochs, verbose=2)

# --- report ---------------------------------------------------------------
logits = model.predict(test_set, verbose=0).logits
y_pred = np.argmax(logits, axis=1)
y_true = np.array(data["test"]["labels"])

print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, zero_division=0))
print("test accuracy: %.3f" % (y_pred == y_true).mean())
