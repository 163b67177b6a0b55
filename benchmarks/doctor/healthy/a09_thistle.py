import torch
from torch.utils.data import Dataset
import json
from transformers import DistilBertForSequenceClassification, PreTrainedTokenizerFast, Trainer, TrainingArguments


class TicketDataset(Dataset):
    def __init__(self, path, tokenizer):
        with open(path, encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
        self.encodings = tokenizer([r["text"] for r in rows], truncation=True, padding=True)
        self.labels = [r["desk_id"] for r in rows]

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/tickets")
train_dataset = TicketDataset("data/tickets/train.jsonl", tokenizer)
val_dataset = TicketDataset("data/tickets/validation.jsonl", tokenizer)
test_dataset = TicketDataset("data/tickets/test.jsonl", tokenizer)

model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

training_args = TrainingArguments(
    output_dir="runs/thistle",
    num_train_epochs=6,
    per_device_train_batch_size=8,
    gradient_accumulation_steps=2,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_steps=20,
    weight_decay=0.01,
    max_grad_norm=1.0,
    logging_steps=20,
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=val_dataset,
)
trainer.train()

for name, split in [("val", val_dataset), ("test", test_dataset)]:
    output = trainer.predict(split)
    acc = (output.predictions.argmax(axis=1) == output.label_ids).mean()
    print(f"{name} accuracy: {acc:.3f}")
