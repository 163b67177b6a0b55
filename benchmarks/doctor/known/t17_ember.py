import pandas as pd
import torch
from torch.utils.data import Dataset
from transformers import AutoTokenizer, DistilBertForSequenceClassification, Trainer, TrainingArguments

SEED = 42


class TicketDataset(Dataset):
    def __init__(self, encodings, labels):
        self.encodings = encodings
        self.labels = labels

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


# ---------- data ----------
df = pd.read_json("data/tickets/train.jsonl", lines=True)
df = df.sample(frac=1, random_state=SEED)  # shuffle
df["text"] = df["text"].str.lower().str.strip()
df_val = pd.read_json("data/tickets/validation.jsonl", lines=True)
print(df.shape, df_val.shape)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
train_encodings = tokenizer(df["text"].tolist(), truncation=True, padding=True)
val_encodings = tokenizer(df_val["text"].tolist(), truncation=True, padding=True)

train_dataset = TicketDataset(train_encodings, df["desk_id"])
val_dataset = TicketDataset(val_encodings, df_val["desk_id"])

# ---------- training ----------
model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

training_args = TrainingArguments(
    output_dir="/tmp/ember",
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_steps=10,
    weight_decay=0.01,
    logging_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    report_to=[],
    seed=SEED,
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=val_dataset,
    compute_metrics=lambda p: {"acc": (p.predictions.argmax(-1) == p.label_ids).mean()},
)
trainer.train()
print(trainer.evaluate()["eval_acc"])
