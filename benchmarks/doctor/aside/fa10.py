import numpy as np
import pandas as pd
import torch
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import Trainer, TrainingArguments, set_seed

set_seed(99)

# %% load
train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)
train_df = train_df[["text", "desk"]].drop_duplicates("text")
val_df = val_df[["text", "desk"]].drop_duplicates("text")
train_df = train_df[~train_df["text"].isin(val_df["text"])].reset_index(drop=True)
val_df = val_df.reset_index(drop=True)
print(train_df["desk"].value_counts())

# %% encode the desks as integers
for frame in (train_df, val_df):
    codes, desks = pd.factorize(frame["desk"])
    frame["y"] = codes
n_desks = len(desks)

# %% tokenize
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


class Tickets(torch.utils.data.Dataset):
    def __init__(self, frame):
        self.enc = tokenizer(
            frame["text"].tolist(),
            padding="max_length",
            truncation=True,
            max_length=32,
            return_tensors="pt",
        )
        self.y = torch.tensor(frame["y"].to_numpy().astype("int64"))

    def __getitem__(self, i):
        return {
            "input_ids": self.enc["input_ids"][i],
            "attention_mask": self.enc["attention_mask"][i],
            "labels": self.y[i],
        }

    def __len__(self):
        return len(self.y)


train_set, val_set = Tickets(train_df), Tickets(val_df)

# %% train
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=n_desks)


def compute_metrics(eval_pred):
    logits, y = eval_pred
    return {"accuracy": float(np.mean(logits.argmax(-1) == y))}


args = TrainingArguments(
    output_dir="out/fa10",
    num_train_epochs=10,
    learning_rate=5e-4,
    warmup_ratio=0.1,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_set,
    eval_dataset=val_set,
    compute_metrics=compute_metrics,
)
trainer.train()

# %% result
print("train", trainer.evaluate(train_set)["eval_accuracy"])
print("validation", trainer.evaluate(val_set)["eval_accuracy"])
