import pandas as pd
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(42)

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
valid_df = pd.read_json("data/tickets/validation.jsonl", lines=True)

# desk names -> numbers
train_df["label"], names = pd.factorize(train_df["desk"])
valid_df["label"] = valid_df["desk"].map({name: i for i, name in enumerate(names)})
print(train_df["label"].value_counts())
print(valid_df["label"].value_counts())

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


class TicketDataset(torch.utils.data.Dataset):
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
valid_dataset = TicketDataset(valid_df)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(names))


def compute_metrics(pred):
    preds = pred.predictions.argmax(-1)
    return {"accuracy": (preds == pred.label_ids).mean().item()}


training_args = TrainingArguments(
    output_dir="out/ba07",
    num_train_epochs=6,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=valid_dataset,
    compute_metrics=compute_metrics,
)

trainer.train()
print("train:", trainer.evaluate(train_dataset)["eval_accuracy"])
print("valid:", trainer.evaluate(valid_dataset)["eval_accuracy"])
