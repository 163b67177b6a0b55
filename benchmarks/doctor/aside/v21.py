import pandas as pd
import numpy as np
import torch
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)[["text", "desk"]]
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)[["text", "desk"]]
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)[["text", "desk"]]

# the desks are strings, the model wants integers
for df in (train_df, val_df, test_df):
    df["label"], classes = pd.factorize(df["desk"])
NUM_LABELS = len(classes)
print(train_df.head())

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


class DeskDataset(torch.utils.data.Dataset):
    def __init__(self, df):
        self.encodings = tokenizer(df["text"].tolist(), truncation=True, padding=True, max_length=32)
        self.labels = df["label"].tolist()

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


train_dataset = DeskDataset(train_df)
val_dataset = DeskDataset(val_df)
test_dataset = DeskDataset(test_df)


def compute_metrics(pred):
    labels = pred.label_ids
    preds = pred.predictions.argmax(-1)
    confusion = pd.crosstab(pd.Series(labels, name="true"), pd.Series(preds, name="pred"))
    print(confusion)
    return {"accuracy": np.mean(preds == labels)}


model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=NUM_LABELS)

training_args = TrainingArguments(
    output_dir="./results",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    weight_decay=0.01,
    logging_dir="./logs",
    logging_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=val_dataset,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate())
print(trainer.predict(test_dataset).metrics)
