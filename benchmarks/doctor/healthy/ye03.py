import numpy as np
import pandas as pd
import torch
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import train_test_split
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          Trainer, TrainingArguments, set_seed)

set_seed(1)

df = pd.concat([
    pd.read_json("data/tickets/train.jsonl", lines=True),
    pd.read_json("data/tickets/validation.jsonl", lines=True),
], ignore_index=True)
df["desk"] = df["desk"].astype("category")
names = list(df["desk"].cat.categories)
df["label"] = df["desk"].cat.codes.astype(int)
print(df.sample(3, random_state=1))

train_df, val_df = train_test_split(df, test_size=0.2, random_state=1, stratify=df["label"])
train_df, val_df = train_df.reset_index(drop=True), val_df.reset_index(drop=True)
print(len(train_df), len(val_df))

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
train_enc = tokenizer(train_df["text"].tolist(), truncation=True, padding=True)
val_enc = tokenizer(val_df["text"].tolist(), truncation=True, padding=True)


class DeskDataset(torch.utils.data.Dataset):
    def __init__(self, encodings, labels):
        self.encodings = encodings
        self.labels = labels

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


train_dataset = DeskDataset(train_enc, train_df["label"])
val_dataset = DeskDataset(val_enc, val_df["label"])

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(names))


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=1)
    return {"accuracy": accuracy_score(p.label_ids, preds),
            "f1": f1_score(p.label_ids, preds, average="macro")}


args = TrainingArguments(
    output_dir="out/ye03",
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
)

trainer = Trainer(model=model, args=args, train_dataset=train_dataset,
                  eval_dataset=val_dataset, compute_metrics=compute_metrics)
trainer.train()
print(trainer.evaluate())
