# tagging tickets with several flags at once
import numpy as np
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

FLAGS = ["urgent", "noise", "evening"]
CKPT = "checkpoints/tickets"
tok = AutoTokenizer.from_pretrained(CKPT)
raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "test")})

def encode(ex):
    enc = tok(ex["text"], truncation=True, max_length=32)
    enc["labels"] = [int(flag in ex["text"]) for flag in FLAGS]
    return enc

ds = raw.map(encode, remove_columns=raw["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(FLAGS), problem_type="multi_label_classification")

def metrics(p):
    preds = (p.predictions > 0).astype(int)
    return {"f1_micro": f1_score(p.label_ids.astype(int), preds, average="micro")}

trainer = Trainer(
    model=model,
    args=TrainingArguments("out/sf03", learning_rate=5e-4, num_train_epochs=6,
                           per_device_train_batch_size=16, save_strategy="no", report_to="none"),
    train_dataset=ds["train"],
    eval_dataset=ds["test"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=metrics,
)
trainer.train()
print(trainer.evaluate())
