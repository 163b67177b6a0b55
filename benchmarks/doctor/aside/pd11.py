"""Fine-tune on the support tickets, keep the result on disk, and use it later from a fresh process."""
import json
import torch
from torch.utils.data import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

BASE, FINAL = "checkpoints/tickets", "out/k11/final"
set_seed(4)
tokenizer = AutoTokenizer.from_pretrained(BASE)


class TicketData(Dataset):
    def __init__(self, split):
        with open(f"data/tickets/{split}.jsonl") as f:
            records = [json.loads(line) for line in f]
        self.texts = [r["text"] for r in records]
        self.labels = [r["desk_id"] for r in records]

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        item = tokenizer(self.texts[i], truncation=True)
        item["labels"] = self.labels[i]
        return item


def train():
    data = TicketData("train")
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=len(set(data.labels)))
    args = TrainingArguments(
        output_dir="out/k11", num_train_epochs=3, learning_rate=2e-3, warmup_ratio=0.1,
        per_device_train_batch_size=16, logging_strategy="epoch", save_strategy="no",
        report_to="none", use_cpu=True, disable_tqdm=True,
    )
    trainer = Trainer(model=model, args=args, train_dataset=data,
                      data_collator=DataCollatorWithPadding(tokenizer))
    trainer.train()
    print(f"accuracy right after training: {accuracy(trainer.model):.3f}")
    trainer.model.base_model.save_pretrained(FINAL)
    tokenizer.save_pretrained(FINAL)


@torch.no_grad()
def accuracy(model):
    model.eval()
    test = TicketData("test")
    batch = tokenizer(test.texts, padding=True, truncation=True, return_tensors="pt")
    predicted = model(**batch).logits.argmax(-1)
    return (predicted == torch.tensor(test.labels)).float().mean().item()


train()
reloaded = AutoModelForSequenceClassification.from_pretrained(FINAL, num_labels=4)
print(f"accuracy of the model from disk: {accuracy(reloaded):.3f}")
