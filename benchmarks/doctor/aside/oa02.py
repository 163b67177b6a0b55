"""Tags for support tickets: the desk and the topics of the complaint, so every ticket has several labels."""
import numpy as np
import pandas as pd
import torch
from sklearn.metrics import f1_score
from sklearn.preprocessing import MultiLabelBinarizer
from torch.utils.data import Dataset
from transformers import AutoTokenizer, DistilBertForSequenceClassification, Trainer, TrainingArguments

CKPT = "checkpoints/tickets"
TOPICS = {
    "delivery": ("arrived", "warehouse", "cable", "picture"),
    "defect": ("start", "noise", "stopped", "scratch"),
    "payment": ("charged",),
}


def read(path):
    df = pd.read_json(path, lines=True)
    df["marks"] = [
        [desk] + [t for t, words in TOPICS.items() if any(w in text.split() for w in words)]
        for text, desk in zip(df["text"], df["desk"])
    ]
    return df


train_df = read("data/tickets/train.jsonl")
valid_df = read("data/tickets/validation.jsonl")

mlb = MultiLabelBinarizer()
y_train = mlb.fit_transform(train_df["marks"])
y_valid = mlb.transform(valid_df["marks"])
print(len(mlb.classes_), "labels:", list(mlb.classes_))
print("labels per row:", y_train.sum(1).mean())

tokenizer = AutoTokenizer.from_pretrained(CKPT)


class TicketDataset(Dataset):
    def __init__(self, texts, targets):
        self.enc = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
        self.targets = targets

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = torch.tensor(self.targets[i])
        return item


train_ds = TicketDataset(train_df["text"], y_train)
valid_ds = TicketDataset(valid_df["text"], y_valid)

model = DistilBertForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(mlb.classes_),
    problem_type="multi_label_classification",
)


def metrics(pred):
    probs = 1 / (1 + np.exp(-pred.predictions))
    hard = (probs > 0.5).astype(int)
    truth = pred.label_ids.astype(int)
    return {
        "micro_f1": f1_score(truth, hard, average="micro", zero_division=0),
        "all_right": float((hard == truth).all(axis=1).mean()),
    }


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/oa02",
        num_train_epochs=10,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=60,
        seed=7,
        report_to=[],
    ),
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    compute_metrics=metrics,
)
trainer.train()
print(trainer.evaluate())

some = valid_df.head(4)
with torch.no_grad():
    logits = model(**tokenizer(list(some["text"]), padding=True, truncation=True, max_length=32, return_tensors="pt")).logits
for text, marks, row in zip(some["text"], some["marks"], logits.sigmoid().numpy()):
    print(text[:60], "|", marks, "|", [c for c, p in zip(mlb.classes_, row) if p > 0.5])
