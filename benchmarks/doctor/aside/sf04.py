import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForTokenClassification, Trainer, TrainingArguments,
                          DataCollatorWithPadding, DataCollatorForTokenClassification)

ckpt = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(ckpt)
raw = load_dataset("json", data_files={"train": "data/tags/train.jsonl",
                                       "validation": "data/tags/validation.jsonl"})

def align(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        prev, row = None, []
        for w in enc.word_ids(i):
            row.append(-100 if w is None or w == prev else tags[w])
            prev = w
        enc["labels"].append(row)
    return enc

ds = raw.map(align, batched=True, remove_columns=["words", "tags"])
model = AutoModelForTokenClassification.from_pretrained(ckpt, num_labels=5)
collator = DataCollatorWithPadding(tokenizer)

def compute_metrics(p):
    pred = p.predictions.argmax(-1)
    keep = p.label_ids != -100
    names = keep & (p.label_ids > 0)
    return {"token_acc": float((pred[keep] == p.label_ids[keep]).mean()),
            "name_acc": float((pred[names] == p.label_ids[names]).mean())}

args = TrainingArguments("out/sf04", learning_rate=1e-3, num_train_epochs=8, per_device_train_batch_size=16,
                         eval_strategy="epoch", save_strategy="no", report_to="none")
trainer = Trainer(model, args, data_collator=collator, train_dataset=ds["train"],
                  eval_dataset=ds["validation"], compute_metrics=compute_metrics)
trainer.train()
print(trainer.evaluate())
