import numpy as np
import torch
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments

SEED = 31
BASE = "checkpoints/tickets"
SAVED = "out/falcon/final"
torch.manual_seed(SEED)


def train():
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    data = load_dataset("data/tickets").rename_column("desk_id", "labels").remove_columns("desk")
    data = data.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
    trainer = Trainer(
        model=model,
        args=TrainingArguments("out/falcon", learning_rate=1e-3, num_train_epochs=5, per_device_train_batch_size=16,
                               save_strategy="no", logging_steps=25, report_to="none", seed=SEED),
        train_dataset=data["train"],
        data_collator=DataCollatorWithPadding(tokenizer),
    )
    trainer.train()
    trainer.save_model(SAVED)
    tokenizer.save_pretrained(SAVED)


@torch.no_grad()
def predict(texts, batch_size=32):
    tokenizer = AutoTokenizer.from_pretrained(SAVED)
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
    model.eval()
    answers = []
    for start in range(0, len(texts), batch_size):
        enc = tokenizer(texts[start:start + batch_size], truncation=True, padding=True, return_tensors="pt")
        answers.append(model(**enc).logits.argmax(-1).numpy())
    return np.concatenate(answers)


if __name__ == "__main__":
    train()
    test = load_dataset("data/tickets", split="test")
    y = predict(list(test["text"]))
    gold = np.array(test["desk_id"])
    print("test accuracy", (y == gold).mean())
    for c in range(4):
        print("desk", c, "found", ((y == c) & (gold == c)).sum(), "of", (gold == c).sum())
