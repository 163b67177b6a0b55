import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

set_seed(0)
CKPT = "checkpoints/tags"
NAMES = ["O", "A", "B", "C"]


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = read("train")
known = {" ".join(r["words"]) for r in train_rows}
valid_rows = [r for r in read("validation") if " ".join(r["words"]) not in known]
train_ds = Dataset.from_list(train_rows)
valid_ds = Dataset.from_list(valid_rows)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tokenize_and_align_labels(examples):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        word_ids = tokenized.word_ids()
        previous = None
        labels = []
        for word_id in word_ids:
            if word_id is None or word_id == previous:
                labels.append(-100)
            else:
                labels.append(tags[word_id])
            previous = word_id
        all_labels.append(labels)
    tokenized["labels"] = all_labels
    return tokenized


train_ds = train_ds.map(tokenize_and_align_labels, batched=True, remove_columns=train_ds.column_names)
valid_ds = valid_ds.map(tokenize_and_align_labels, batched=True, remove_columns=valid_ds.column_names)

model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    id2label=dict(enumerate(NAMES)),
    label2id={n: i for i, n in enumerate(NAMES)},
)


def compute_metrics(p):
    pred = p.predictions.argmax(-1)
    mask = p.label_ids != -100
    named = mask & (p.label_ids > 0)
    return {
        "accuracy": float((pred == p.label_ids)[mask].mean()),
        "accuracy_on_names": float((pred == p.label_ids)[named].mean()),
    }


args = TrainingArguments(
    output_dir="out/dd03",
    learning_rate=1e-3,
    num_train_epochs=8,
    per_device_train_batch_size=16,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    use_cpu=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
