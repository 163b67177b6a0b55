"""Fine-tune a small DistilBERT that sends support tickets to the right desk."""
import numpy as np
import pandas as pd
import torch
from torch.utils.data import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/tickets"
MAX_LEN = 32

set_seed(42)


class TicketDataset(Dataset):
    def __init__(self, texts, labels, tokenizer):
        self.encodings = tokenizer(
            texts, truncation=True, padding="max_length", max_length=MAX_LEN
        )
        self.labels = labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        item = {k: torch.tensor(v[i]) for k, v in self.encodings.items()}
        item["labels"] = torch.tensor(int(self.labels[i]))
        return item


def load(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    df = df[["text", "desk", "desk_id"]]
    return df


train_df = load("train")
val_df = load("validation")
test_df = load("test")

names = train_df.drop_duplicates("desk_id").sort_values("desk_id")["desk"].tolist()
id2label = dict(enumerate(names))
label2id = {name: i for i, name in id2label.items()}
print("desks:", label2id)

# mix the tickets, the export is ordered by time
train_df = train_df.sample(frac=1, random_state=42).reset_index(drop=True)

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
train_ds = TicketDataset(train_df["text"].tolist(), train_df["desk_id"], tokenizer)
val_ds = TicketDataset(val_df["text"].tolist(), val_df["desk_id"], tokenizer)
test_ds = TicketDataset(test_df["text"].tolist(), test_df["desk_id"], tokenizer)
print(len(train_ds), len(val_ds), len(test_ds))

model = AutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT, num_labels=len(names), id2label=id2label, label2id=label2id
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": float((preds == labels).mean())}


args = TrainingArguments(
    output_dir="out/tickets_clf",
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    weight_decay=0.01,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=42,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.evaluate(test_ds, metric_key_prefix="test")
print(f"test accuracy: {result['test_accuracy']:.3f}")

model.save_pretrained("out/tickets_clf/final")
tokenizer.save_pretrained("out/tickets_clf/final")
