import json
from collections import defaultdict

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(0)
MODEL = "checkpoints/tickets"
MAX_LEN = 32


def load_threads(path, per_thread=4):
    """Several tickets of one desk make up one long mail thread."""
    by_desk = defaultdict(list)
    for line in open(path):
        row = json.loads(line)
        by_desk[row["desk_id"]].append(row["text"])
    threads = []
    for desk, texts in sorted(by_desk.items()):
        for i in range(0, len(texts) - per_thread + 1, per_thread):
            threads.append({"thread": " . ".join(texts[i:i + per_thread]), "desk": desk})
    return Dataset.from_list(threads)


threads = DatasetDict(
    train=load_threads("data/tickets/train.jsonl"),
    validation=load_threads("data/tickets/validation.jsonl"),
)
print(threads)

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def tokenize_and_chunk(batch):
    # threads are longer than the model can read: several windows per thread
    enc = tokenizer(
        batch["thread"],
        truncation=True,
        max_length=MAX_LEN,
        stride=8,
        return_overflowing_tokens=True,
    )
    source = enc.pop("overflow_to_sample_mapping")
    enc["labels"] = [batch["desk"][i] for i in source]
    return enc


chunks = threads.map(tokenize_and_chunk, batched=True)
print(chunks)

model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4)


def compute_metrics(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ag09",
        num_train_epochs=8,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=chunks["train"],
    eval_dataset=chunks["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print("chunks:", trainer.evaluate()["eval_accuracy"])
