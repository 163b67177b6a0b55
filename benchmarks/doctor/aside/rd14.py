import numpy as np
import pandas as pd
import torch
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments


class TicketDataset(torch.utils.data.Dataset):
    def __init__(self, encodings, labels):
        self.encodings = encodings
        self.labels = labels

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def prepare(path):
    df = pd.read_json(path, lines=True)
    classes = df["desk"].unique()
    to_id = {name: i for i, name in enumerate(classes)}
    labels = df["desk"].map(to_id).tolist()
    encodings = tokenizer(df["text"].tolist(), truncation=True, padding=True)
    return TicketDataset(encodings, labels), len(classes)


train_dataset, num_labels = prepare("data/tickets/train.jsonl")
val_dataset, _ = prepare("data/tickets/validation.jsonl")
test_dataset, _ = prepare("data/tickets/test.jsonl")
print(len(train_dataset), len(val_dataset), len(test_dataset), "rows,", num_labels, "classes")

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=num_labels)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"acc": np.mean(np.argmax(logits, axis=1) == labels)}


training_args = TrainingArguments(
    output_dir="out/rd14",
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
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
print("train", trainer.evaluate(train_dataset)["eval_acc"])
print("val  ", trainer.evaluate(val_dataset)["eval_acc"])
print("test ", trainer.evaluate(test_dataset)["eval_acc"])
