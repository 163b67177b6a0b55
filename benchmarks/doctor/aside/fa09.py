"""Ticket routing with an own pooling head on top of the encoder (mean over the real tokens)."""
import json

import numpy as np
import torch
from datasets import Dataset
from torch import nn
from transformers import AutoModel, AutoTokenizer, DataCollatorWithPadding
from transformers import Trainer, TrainingArguments, set_seed

ENCODER = "checkpoints/tickets"


class MeanPoolClassifier(nn.Module):
    def __init__(self, name, n_classes, p_drop=0.1):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        width = self.encoder.config.hidden_size
        self.head = nn.Sequential(
            nn.Linear(width, width),
            nn.GELU(),
            nn.Dropout(p_drop),
            nn.Linear(width, n_classes),
            nn.Softmax(dim=-1),
        )
        self.loss_fn = nn.CrossEntropyLoss()

    def forward(self, input_ids, attention_mask, labels=None):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1.0)
        scores = self.head(pooled)
        out = {"logits": scores}
        if labels is not None:
            out["loss"] = self.loss_fn(scores, labels)
        return out


def load_rows():
    parts, seen = {}, set()
    for part in ["test", "validation", "train"]:
        with open(f"data/tickets/{part}.jsonl", encoding="utf8") as f:
            rows = [json.loads(line) for line in f]
        parts[part] = [r for r in rows if r["text"] not in seen]
        seen.update(r["text"] for r in rows)
    return parts


def build(rows, tok):
    enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
    return Dataset.from_dict(
        {
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": [r["desk_id"] for r in rows],
        }
    )


def compute_metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}


def main():
    set_seed(2024)
    tok = AutoTokenizer.from_pretrained(ENCODER)
    data = {k: build(v, tok) for k, v in load_rows().items()}
    model = MeanPoolClassifier(ENCODER, n_classes=4)
    print(sum(p.numel() for p in model.parameters()), "parameters")

    args = TrainingArguments(
        output_dir="out/fa09",
        num_train_epochs=10,
        learning_rate=5e-4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=2024,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    result = trainer.evaluate(data["test"], metric_key_prefix="test")
    print("test", {k: round(result[k], 3) for k in ("test_loss", "test_accuracy")})

    model.eval()
    x = tok(["hello . my kettle does not start . please help"], return_tensors="pt").to(args.device)
    with torch.no_grad():
        print(model(x["input_ids"], x["attention_mask"])["logits"])


if __name__ == "__main__":
    main()
