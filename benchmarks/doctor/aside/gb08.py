import json
import pathlib

import evaluate
import numpy as np
import torch
from datasets import Dataset, DatasetDict
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

torch.manual_seed(0)

model_name = "checkpoints/tickets"
labels = ["north", "east", "south", "west"]

# ---------------------------------------------------------------- data
folder = pathlib.Path("data/tickets")
raw = {}
for split in ["train", "validation", "test"]:
    raw[split] = [json.loads(line) for line in open(folder / f"{split}.jsonl")]

# no ticket of the training set may be in the other two
others = {row["text"] for s in ("validation", "test") for row in raw[s]}
raw["train"] = [row for row in raw["train"] if row["text"] not in others]

dataset = DatasetDict({k: Dataset.from_list(v) for k, v in raw.items()})
print(dataset)

# ---------------------------------------------------------------- tokenizer
tokenizer = AutoTokenizer.from_pretrained(model_name)


def tokenize_function(examples):
    return tokenizer(examples["text"], truncation=True)


tokenized = dataset.map(tokenize_function, batched=True)
tokenized = tokenized.remove_columns(["text", "desk"])
data_collator = DataCollatorWithPadding(tokenizer=tokenizer)

# ---------------------------------------------------------------- model
config = AutoConfig.from_pretrained(
    model_name,
    num_labels=4,
    id2label={i: l for i, l in enumerate(labels)},
    label2id={l: i for i, l in enumerate(labels)},
)
model = AutoModelForSequenceClassification.from_pretrained(model_name, config=config)

metric = evaluate.load("data/metrics/glue", "mnli")  # plain accuracy


def compute_metrics(eval_pred):
    logits, references = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return metric.compute(predictions=predictions, references=references)


# ---------------------------------------------------------------- training
training_args = TrainingArguments(
    output_dir="out/gb08",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=15,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
