"""Route support tickets to one of four desks."""
import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

checkpoint = "checkpoints/tickets"
tok = AutoTokenizer.from_pretrained(checkpoint)

splits = {}
for name in ("train", "validation"):
    with open(f"data/tickets/{name}.jsonl") as f:
        splits[name] = [json.loads(x) for x in f]

# no ticket of the training file may come back in validation
train_texts = {r["text"] for r in splits["train"]}
splits["validation"] = [r for r in splits["validation"] if r["text"] not in train_texts]

raw = DatasetDict({k: Dataset.from_list(v) for k, v in splits.items()})


def tokenize(examples):
    return tok(examples["text"], truncation=True, max_length=32)


tokenized = raw.map(tokenize, batched=True)
print(tokenized)

id2label = {r["desk_id"]: r["desk"] for r in splits["train"]}
model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(id2label),
    id2label=id2label,
    label2id={v: k for k, v in id2label.items()},
)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=1)
    return {"accuracy": float(np.mean(preds == p.label_ids))}


training_args = TrainingArguments(
    output_dir="out/ii05",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    num_train_epochs=10,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=50,
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tok,
    data_collator=DataCollatorWithPadding(tokenizer=tok),
    compute_metrics=compute_metrics,
)

trainer.train()
metrics = trainer.evaluate()
print(f"accuracy on unseen tickets: {metrics['eval_accuracy']:.3f}")
