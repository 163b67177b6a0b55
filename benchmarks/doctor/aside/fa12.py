"""Train the ticket router, save it, then load it again the way the service does and test it."""
import json
from pathlib import Path

import numpy as np
import torch
from datasets import Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments, set_seed

CHECKPOINT = "checkpoints/tickets"
SAVE_DIR = Path("out/fa12/router")
DESKS = ["north", "east", "south", "west"]


def read_jsonl(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def unseen(rows, *others):
    texts = {r["text"] for other in others for r in other}
    return [r for r in rows if r["text"] not in texts]


class Router:
    """What the web service uses."""

    def __init__(self, path, device="cpu"):
        self.tokenizer = AutoTokenizer.from_pretrained(path)
        self.model = AutoModelForSequenceClassification.from_pretrained(path, num_labels=len(DESKS))
        self.model.to(device).eval()
        self.device = device

    @torch.inference_mode()
    def __call__(self, texts, batch_size=64):
        answers = []
        for i in range(0, len(texts), batch_size):
            batch = self.tokenizer(
                texts[i:i + batch_size], padding=True, truncation=True, return_tensors="pt"
            ).to(self.device)
            answers += self.model(**batch).logits.argmax(-1).tolist()
        return answers


def train(train_rows, valid_rows):
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForSequenceClassification.from_pretrained(
        CHECKPOINT,
        num_labels=len(DESKS),
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )

    def encode(rows):
        enc = tokenizer([r["text"] for r in rows], truncation=True)
        return Dataset.from_dict({**enc, "labels": [r["desk_id"] for r in rows]})

    args = TrainingArguments(
        output_dir=str(SAVE_DIR.parent / "run"),
        num_train_epochs=10,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=encode(train_rows),
        eval_dataset=encode(valid_rows),
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
    )
    trainer.train()
    trainer.save_model(str(SAVE_DIR))


if __name__ == "__main__":
    set_seed(31)
    test_rows = read_jsonl("data/tickets/test.jsonl")
    valid_rows = unseen(read_jsonl("data/tickets/validation.jsonl"), test_rows)
    train_rows = unseen(read_jsonl("data/tickets/train.jsonl"), valid_rows, test_rows)
    train(train_rows, valid_rows)

    router = Router(CHECKPOINT)
    guesses = np.array(router([r["text"] for r in test_rows]))
    truth = np.array([r["desk_id"] for r in test_rows])
    print("test accuracy", (guesses == truth).mean().round(3))
