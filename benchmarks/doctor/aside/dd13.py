# Some tickets are longer than the 32 tokens the model can read:
# keep every piece of a ticket, train on the pieces, vote over the pieces when validating.
import json
from collections import defaultdict

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(13)
model_name = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(model_name)


def load_rows(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = load_rows("train")
in_train = {r["text"] for r in train_rows}
valid_rows = [r for r in load_rows("validation") if r["text"] not in in_train]


def tokenize_and_split(examples):
    result = tokenizer(
        examples["text"],
        truncation=True,
        max_length=32,
        stride=8,
        return_overflowing_tokens=True,
    )
    sample_map = result.pop("overflow_to_sample_mapping")
    result["label"] = [examples["desk_id"][i] for i in sample_map]
    result["ticket"] = [examples["number"][i] for i in sample_map]
    return result


def with_numbers(rows):
    return Dataset.from_list([{"number": n, **r} for n, r in enumerate(rows)])


train_ds = with_numbers(train_rows).map(tokenize_and_split, batched=True)
valid_ds = with_numbers(valid_rows).map(tokenize_and_split, batched=True)
print(len(train_rows), "tickets give", len(train_ds), "pieces")

model = AutoModelForSequenceClassification.from_pretrained(model_name, num_labels=4)
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/dd13",
        num_train_epochs=10,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        save_strategy="no",
        report_to="none",
        use_cpu=True,
    ),
    train_dataset=train_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
)
trainer.train()

logits = trainer.predict(valid_ds).predictions
votes = defaultdict(lambda: np.zeros(4))
for number, row in zip(valid_ds["ticket"], logits):
    votes[number] += row
right = [votes[n].argmax() == r["desk_id"] for n, r in enumerate(valid_rows)]
print("accuracy per ticket: %.3f" % np.mean(right))
