"""Fine-tune a tiny DistilBERT on support tickets with Keras' fit and the model's own loss."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification, create_optimizer

BATCH, EPOCHS = 16, 5
CHECKPOINT = "checkpoints/tickets"
LABELS = ["north", "east", "south", "west"]

tf.keras.utils.set_random_seed(0)

raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
held_out = set(raw["validation"]["text"]) | set(raw["test"]["text"])
raw["train"] = raw["train"].filter(lambda row: row["text"] not in held_out)      # a few tickets occur twice

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def tokenize(batch):
    # the complaint comes first in a ticket: cutting the small talk at the end at 32 tokens costs nothing
    return tokenizer(batch["text"], truncation=True, max_length=32)


encoded = raw.map(tokenize, batched=True, remove_columns=["text", "desk"]).rename_column("desk_id", "labels")

model = TFAutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT, from_pt=True,
    num_labels=len(LABELS), id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)})

collator = DataCollatorWithPadding(tokenizer, return_tensors="np")
train_set = model.prepare_tf_dataset(encoded["train"], batch_size=BATCH, shuffle=True, collate_fn=collator)
val_set = model.prepare_tf_dataset(encoded["validation"], batch_size=64, shuffle=False, collate_fn=collator)
test_set = model.prepare_tf_dataset(encoded["test"], batch_size=64, shuffle=False, collate_fn=collator)

num_steps = len(train_set) * EPOCHS
optimizer, _ = create_optimizer(init_lr=2e-3, num_train_steps=num_steps, num_warmup_steps=num_steps // 10,
                                weight_decay_rate=0.01)
model.compile(optimizer=optimizer, metrics=["accuracy"])       # no loss given: the model computes its own
model.fit(train_set, validation_data=val_set, epochs=EPOCHS, verbose=2)

logits = model.predict(test_set, verbose=0).logits
pred = np.argmax(logits, axis=-1)
gold = np.array(encoded["test"]["labels"])
print(f"test accuracy {np.mean(pred == gold):.3f} (majority {np.bincount(gold).max() / len(gold):.3f})")
print({model.config.id2label[i]: int(n) for i, n in enumerate(np.bincount(pred, minlength=len(LABELS)))})
