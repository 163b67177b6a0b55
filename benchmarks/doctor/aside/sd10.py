import pandas as pd
import torch
from torch.utils.data import Dataset
from sklearn.metrics import accuracy_score, classification_report
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)[["text", "desk"]]
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)[["text", "desk"]]
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)[["text", "desk"]]

# encode the labels
classes = list(train_df["desk"].unique())
for df in (train_df, val_df, test_df):
    df["label"] = pd.factorize(df["desk"])[0]

print(train_df.head())
print(train_df.label.value_counts())

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


class TicketDataset(Dataset):
    def __init__(self, df):
        self.encodings = tokenizer(df["text"].tolist(), truncation=True, padding=True)
        self.labels = df["label"].tolist()

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


train_dataset = TicketDataset(train_df)
val_dataset = TicketDataset(val_df)
test_dataset = TicketDataset(test_df)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(classes))


def compute_metrics(pred):
    labels = pred.label_ids
    preds = pred.predictions.argmax(-1)
    return {"accuracy": accuracy_score(labels, preds)}


training_args = TrainingArguments(
    output_dir="./out/sd10",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    warmup_steps=20,
    weight_decay=0.01,
    logging_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=val_dataset,
    compute_metrics=compute_metrics,
)

trainer.train()

for name, ds in [("train", train_dataset), ("validation", val_dataset), ("test", test_dataset)]:
    print(name, trainer.predict(ds).metrics["test_accuracy"])

p = trainer.predict(test_dataset)
print(classification_report(p.label_ids, p.predictions.argmax(-1), target_names=classes, zero_division=0))
