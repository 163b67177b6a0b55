import json

import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import classification_report, f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(13)
CKPT = "checkpoints/tags"
LABELS = ["O", "PLACE", "TEAM", "PERSON"]
id2label = dict(enumerate(LABELS))
label2id = {v: k for k, v in id2label.items()}


def load_split(name):
    with open(f"data/tags/{name}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


raw = DatasetDict({name: load_split(name) for name in ["train", "validation", "test"]})
print(raw)
print(raw["train"][0])

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tokenize_and_align(examples):
    enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        labels = []
        for word_id in enc.word_ids(batch_index=i):
            if word_id is None or word_id == previous:
                labels.append(-100)
            else:
                labels.append(tags[word_id])
            previous = word_id
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


tokenized = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])
data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)

model = AutoModelForTokenClassification.from_pretrained(
    CKPT, num_labels=len(LABELS), id2label=id2label, label2id=label2id
)


def flatten(logits, labels):
    preds = logits.argmax(-1)
    mask = labels != -100
    return labels[mask], preds[mask]


def compute_metrics(eval_pred):
    y_true, y_pred = flatten(*eval_pred)
    return {
        "accuracy": float((y_true == y_pred).mean()),
        "macro_f1": f1_score(y_true, y_pred, average="macro"),
    }


args = TrainingArguments(
    output_dir="out/zf02",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(tokenized["test"])
y_true, y_pred = flatten(out.predictions, out.label_ids)
print(classification_report(y_true, y_pred, labels=list(range(len(LABELS))), target_names=LABELS, zero_division=0))
