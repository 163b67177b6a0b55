import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
from datasets import load_dataset
from sklearn.metrics import classification_report
from transformers import (
    AutoTokenizer,
    DataCollatorForTokenClassification,
    TFAutoModelForTokenClassification,
    create_optimizer,
    set_seed,
)

set_seed(1)
ckpt = "checkpoints/tags"
label_names = ["O", "TOWN", "RIVER", "PERSON"]

raw = load_dataset(
    "json",
    data_files={"train": "data/tags/train.jsonl", "validation": "data/tags/validation.jsonl"},
)
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def preprocess(examples):
    tokenized = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
    labels = []
    for i, tags in enumerate(examples["tags"]):
        n_tokens = len(tokenized["input_ids"][i])
        labels.append(tags + [-100] * (n_tokens - len(tags)))
    tokenized["labels"] = labels
    return tokenized


encoded = raw.map(preprocess, batched=True, remove_columns=raw["train"].column_names)

collator = DataCollatorForTokenClassification(tokenizer, return_tensors="tf")
model = TFAutoModelForTokenClassification.from_pretrained(
    ckpt,
    id2label=dict(enumerate(label_names)),
    label2id={n: i for i, n in enumerate(label_names)},
)
train_set = model.prepare_tf_dataset(encoded["train"], shuffle=True, batch_size=16, collate_fn=collator)
val_set = model.prepare_tf_dataset(encoded["validation"], shuffle=False, batch_size=16, collate_fn=collator)

epochs = 5
optimizer, schedule = create_optimizer(
    init_lr=2e-3,
    num_train_steps=len(train_set) * epochs,
    num_warmup_steps=30,
    weight_decay_rate=0.01,
)
model.compile(optimizer=optimizer)
model.fit(train_set, validation_data=val_set, epochs=epochs, verbose=2)

y_true, y_pred = [], []
for features, labels in val_set:
    labels = labels["labels"] if isinstance(labels, dict) else labels
    pred = np.argmax(model(features, training=False).logits, axis=-1)
    keep = labels.numpy() != -100
    y_true.extend(labels.numpy()[keep])
    y_pred.extend(pred[keep])
print(classification_report(y_true, y_pred, target_names=label_names, digits=3))

words = raw["validation"][0]["words"]
enc = tokenizer(words, is_split_into_words=True, return_tensors="tf")
ids = np.argmax(model(enc).logits[0], axis=-1)
print(list(zip(enc.tokens(), [label_names[i] for i in ids])), raw["validation"][0]["tags"])
