#!/usr/bin/env python
# Which desk should answer the ticket? (4 desks)
import numpy as np
import pandas as pd
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)
MODEL_NAME = "checkpoints/tickets"

splits = {}
for name in ["train", "validation", "test"]:
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)
    splits[name] = Dataset.from_pandas(df[["text", "desk_id"]].rename(columns={"desk_id": "label"}))
data = DatasetDict(splits)

tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)
data = data.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)

desks = {0: "north", 1: "east", 2: "south", 3: "west"}
model = AutoModelForSequenceClassification.from_pretrained(
    MODEL_NAME, num_labels=4, id2label=desks, label2id={v: k for k, v in desks.items()}
)


def metrics(p):
    y = np.argmax(p.predictions, axis=1)
    return {
        "accuracy": accuracy_score(p.label_ids, y),
        "macro_f1": f1_score(p.label_ids, y, average="macro"),
    }


args = TrainingArguments(
    output_dir="runs/k04",
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    warmup_steps=500,
    weight_decay=0.01,
    learning_rate=5e-4,
    logging_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    report_to=[],
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=metrics,
)
trainer.train()

res = trainer.evaluate(data["test"], metric_key_prefix="test")
print(f"test accuracy {res['test_accuracy']:.3f}  macro F1 {res['test_macro_f1']:.3f}  loss {res['test_loss']:.3f}")
