import torch
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

BASE = "checkpoints/tickets"
OUT = "out/sf11/model"

def train():
    tok = AutoTokenizer.from_pretrained(BASE)
    ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl"})["train"]
    ds = ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True)
    ds = ds.rename_column("desk_id", "labels")
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
    args = TrainingArguments("out/sf11", learning_rate=5e-4, num_train_epochs=6, logging_steps=30,
                             per_device_train_batch_size=16, save_strategy="no", report_to="none")
    trainer = Trainer(model=model, args=args, train_dataset=ds, data_collator=DataCollatorWithPadding(tok))
    trainer.train()
    trainer.save_model(OUT)
    tok.save_pretrained(OUT)

def predict():
    tok = AutoTokenizer.from_pretrained(OUT)
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
    model.eval()
    test = load_dataset("json", data_files={"test": "data/tickets/test.jsonl"})["test"]
    enc = tok(list(test["text"]), padding=True, truncation=True, max_length=32, return_tensors="pt")
    with torch.no_grad():
        logits = model(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]).logits
    return (logits.argmax(-1) == torch.tensor(list(test["desk_id"]))).float().mean().item()

train()
print("test accuracy", predict())
