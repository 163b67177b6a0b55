import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

files = {s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")}
raw = load_dataset("json", data_files=files)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32)

ds = raw.map(tokenize, batched=True).rename_column("desk_id", "labels")

def compute_metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}

args = TrainingArguments("out/sf01", learning_rate=5e-4, per_device_train_batch_size=16,
                         num_train_epochs=6, eval_strategy="epoch", save_strategy="no",
                         report_to="none", seed=1)
trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                  data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
trainer.train()
print(trainer.evaluate(ds["test"]))
