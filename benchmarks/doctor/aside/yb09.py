import pandas as pd
import torch
from sklearn.metrics import accuracy_score
from transformers import DistilBertForSequenceClassification, PreTrainedTokenizerFast, Trainer, TrainingArguments

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)

tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/tickets")

train_encodings = tokenizer(train_df["text"].tolist(), truncation=True, padding=True)
val_encodings = tokenizer(val_df["text"].tolist(), truncation=True, padding=True)


class TicketDataset(torch.utils.data.Dataset):
    def __init__(self, encodings, labels):
        self.encodings = encodings
        self.labels = labels

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.encodings)


train_dataset = TicketDataset(train_encodings, train_df["desk_id"].tolist())
val_dataset = TicketDataset(val_encodings, val_df["desk_id"].tolist())

model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)


def compute_metrics(p):
    return {"accuracy": accuracy_score(p.label_ids, p.predictions.argmax(axis=1))}


training_args = TrainingArguments(
    output_dir="out/yb09",
    num_train_epochs=8,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    seed=2,
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

# now the held-out tickets, one by one, the way the service will do it
model.eval()
names = test_df.drop_duplicates("desk_id").set_index("desk_id")["desk"].to_dict()
hits = 0
for i, row in test_df.iterrows():
    enc = tokenizer(row["text"], truncation=True, return_tensors="pt")
    with torch.no_grad():
        pred = model(**enc).logits.argmax(-1).item()
    hits += int(pred == row["desk_id"])
    if i < 10:
        print(f"{names[pred]:6s} {row['desk']:6s} {row['text'][:60]}")
print("test accuracy:", hits / len(test_df))
