"""Price regression with a model class of our own under the Trainer; errors are reported in the currency."""
import json

import numpy as np
import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments, set_seed


class Scaler:
    def __init__(self, values):
        self.mean, self.std = float(np.mean(values)), float(np.std(values))

    def forward(self, v):
        return (v - self.mean) / self.std

    def backward(self, v):
        return v * self.std + self.mean


class PriceModel(nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        size = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Linear(size, size), nn.GELU(), nn.Linear(size, 1))
        self.loss = nn.HuberLoss()

    def forward(self, input_ids, attention_mask, labels=None):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).type_as(hidden)
        pooled = (hidden * mask).sum(1) / mask.sum(1)
        value = self.head(pooled).squeeze(-1)
        out = {"logits": value}
        if labels is not None:
            out = {"loss": self.loss(value, labels.to(value.dtype)), **out}
        return out


def read(split):
    with open(f"data/prices/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def disjoint(train, validation, test):
    seen = {r["text"] for r in test}
    validation = [r for r in validation if r["text"] not in seen]
    seen |= {r["text"] for r in validation}
    return [r for r in train if r["text"] not in seen], validation, test


def main():
    set_seed(6)
    train, validation, test = disjoint(read("train"), read("validation"), read("test"))
    scaler = Scaler([r["price"] for r in train])
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")

    def encode(rows):
        return [
            {**tokenizer(r["text"], truncation=True), "labels": scaler.forward(r["price"])}
            for r in rows
        ]

    def metrics(p):
        pred, gold = scaler.backward(p.predictions), scaler.backward(p.label_ids)
        residual = pred - gold
        return {
            "mae": float(np.abs(residual).mean()),
            "rmse": float(np.sqrt((residual ** 2).mean())),
            "r2": float(1 - (residual ** 2).sum() / ((gold - gold.mean()) ** 2).sum()),
        }

    trainer = Trainer(
        model=PriceModel("checkpoints/prices"),
        args=TrainingArguments(
            output_dir="out/im17",
            num_train_epochs=25,
            learning_rate=1e-3,
            lr_scheduler_type="cosine",
            warmup_ratio=0.1,
            weight_decay=0.01,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            logging_strategy="epoch",
            load_best_model_at_end=True,
            metric_for_best_model="rmse",
            greater_is_better=False,
            label_names=["labels"],
            report_to="none",
            use_cpu=True,
            seed=6,
        ),
        train_dataset=encode(train),
        eval_dataset=encode(validation),
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=metrics,
    )
    trainer.train()

    result = trainer.predict(encode(test), metric_key_prefix="test")
    print({k: round(v, 3) for k, v in result.metrics.items()})
    for row, value in list(zip(test, scaler.backward(result.predictions)))[:5]:
        print(f"{value:7.0f}  (asked {row['price']})  {row['text']}")


if __name__ == "__main__":
    main()
