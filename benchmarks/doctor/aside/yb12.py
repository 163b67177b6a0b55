import json
import numpy as np
from collections import Counter
from datasets import Dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

names = ["north", "east", "south", "west"]
tickets = [json.loads(line) for line in open("data/tickets/train.jsonl", encoding="utf8")]

# collect the tickets desk by desk (at most 110 of each)
texts, labels = [], []
for i, name in enumerate(names):
    mine = [t["text"] for t in tickets if t["desk"] == name][:110]
    texts.extend(mine)
    labels.extend([i] * len(mine))

ds = Dataset.from_dict({"text": texts, "label": labels})
ds = ds.train_test_split(test_size=0.25, shuffle=False)
print(ds)

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = ds.map(lambda batch: tok(batch["text"], truncation=True), batched=True)

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    num_labels=len(names),
    id2label={i: n for i, n in enumerate(names)},
    label2id={n: i for i, n in enumerate(names)},
)


def compute_metrics(p):
    guess = np.argmax(p.predictions, axis=1)
    return {"accuracy": (guess == p.label_ids).astype(np.float32).mean().item()}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/yb12",
        num_train_epochs=8,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=5e-4,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=21,
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["test"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
)
trainer.train()

print(trainer.evaluate())
guess = trainer.predict(ds["test"]).predictions.argmax(1)
print(Counter(names[g] for g in guess))
