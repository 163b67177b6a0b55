"""One message can concern several desks: multi-label classification."""
import json
import random

import numpy as np
import torch
from sklearn.metrics import f1_score, precision_score, recall_score
from torch.utils.data import Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

DESKS = ["north", "east", "south", "west"]


def read_messages(split, n, seed):
    """Join one or two complaints into one message."""
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    rng = random.Random(seed)
    messages = []
    for _ in range(n):
        picked = rng.sample(rows, rng.choice([1, 2, 2]))
        text = " . ".join(r["text"].split(" . ")[1] for r in picked)
        messages.append((text, {r["desk"] for r in picked}))
    return messages


class MessageDataset(Dataset):
    def __init__(self, messages, tokenizer):
        self.enc = tokenizer([t for t, _ in messages], truncation=True, padding="max_length", max_length=32)
        self.targets = torch.tensor([[float(d in desks) for d in DESKS] for _, desks in messages])

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, i):
        return {
            "input_ids": torch.tensor(self.enc["input_ids"][i]),
            "attention_mask": torch.tensor(self.enc["attention_mask"][i]),
            "labels": self.targets[i],
        }


def multi_label_metrics(predictions, labels, threshold=0.5):
    probs = torch.softmax(torch.tensor(predictions), dim=-1).numpy()
    y_pred = (probs > threshold).astype(int)
    return {
        "f1": f1_score(labels, y_pred, average="micro", zero_division=0),
        "precision": precision_score(labels, y_pred, average="micro", zero_division=0),
        "recall": recall_score(labels, y_pred, average="micro", zero_division=0),
        "exact": float((y_pred == labels).all(axis=1).mean()),
    }


def compute_metrics(p):
    return multi_label_metrics(p.predictions, p.label_ids)


def main():
    set_seed(5)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    train = MessageDataset(read_messages("train", 1600, 1), tokenizer)
    dev = MessageDataset(read_messages("validation", 200, 2), tokenizer)

    model = AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/tickets",
        num_labels=len(DESKS),
        problem_type="multi_label_classification",
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )
    args = TrainingArguments(
        output_dir="out/aa08",
        num_train_epochs=4,
        learning_rate=2e-3,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=100,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
    )
    trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=dev, compute_metrics=compute_metrics)
    trainer.train()
    result = trainer.evaluate()
    print({k: round(v, 3) for k, v in result.items()})
    print("desks per message:", float(np.mean(dev.targets.sum(1).numpy())))


if __name__ == "__main__":
    main()
