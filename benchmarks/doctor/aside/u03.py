# ticket routing, notebook export
import json
import torch
from torch.utils.data import Dataset
from transformers import DistilBertForSequenceClassification, PreTrainedTokenizerFast, Trainer, TrainingArguments

# %%
def read(path):
    texts, labels = [], []
    with open(path) as f:
        for line in f:
            row = json.loads(line)
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, labels

train_texts, train_labels = read("data/tickets/train.jsonl")
val_texts, val_labels = read("data/tickets/validation.jsonl")

# %%
tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/tickets")
train_encodings = tokenizer(train_texts, truncation=True, padding=True)
val_encodings = tokenizer(val_texts, truncation=True, padding=True)

# %%
class TicketDataset(Dataset):
    def __init__(self, encodings, labels):
        self.encodings = encodings
        self.labels = labels

    def __getitem__(self, idx):
        item = {k: torch.tensor(self.encodings[k][idx]) for k in ("input_ids", "attention_mask")}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)

train_dataset = TicketDataset(train_encodings, train_labels)
val_dataset = TicketDataset(val_encodings, val_labels)

# %%
training_args = TrainingArguments(
    output_dir="out/results",
    num_train_epochs=8,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    weight_decay=0.01,
    logging_steps=30,
    save_strategy="no",
    report_to="none",
    seed=7,
)

model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets")

trainer = Trainer(model=model, args=training_args, train_dataset=train_dataset, eval_dataset=val_dataset)
trainer.train()

# %%
pred = trainer.predict(val_dataset)
print("val accuracy:", (pred.predictions.argmax(-1) == pred.label_ids).mean())
