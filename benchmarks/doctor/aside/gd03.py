import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tags"
DATA = Path("data/tags")
NUM_TAGS = 4

set_seed(3)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    with open(DATA / f"{split}.jsonl") as f:
        return [json.loads(line) for line in f]


valid_rows = read("validation")
held_out = {tuple(r["words"]) for r in valid_rows}
# the same sentence can be in both files
train_rows = [r for r in read("train") if tuple(r["words"]) not in held_out]
print(len(train_rows), "training sentences,", len(valid_rows), "validation sentences")


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        previous, labels = None, []
        for word in enc.word_ids(batch_index=i):
            if word is None or word == previous:
                labels.append(-100)
            else:
                labels.append(tags[word])
            previous = word
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


train = Dataset.from_list(train_rows).map(encode, batched=True, remove_columns=["words", "tags"])
valid = Dataset.from_list(valid_rows).map(encode, batched=True, remove_columns=["words", "tags"])


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    keep = predictions != -100
    y_true, y_pred = labels[keep], predictions[keep]
    return {
        "accuracy": accuracy_score(y_true, y_pred),
        "macro_f1": f1_score(y_true, y_pred, average="macro"),
    }


model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=NUM_TAGS)
args = TrainingArguments(
    output_dir="out/gd03",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
