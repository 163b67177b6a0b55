# Sentiment with a small BERT. Word embeddings stay as they are, upper layers learn faster than lower ones.
# dev = a tenth of the training file (picks the epoch), GLUE's validation file = the final, untouched test
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.model_selection import train_test_split
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

BASE = "checkpoints/bert"
SEED = 42
set_seed(SEED)


class LayerwiseTrainer(Trainer):
    """The top gets args.learning_rate, each layer below it `decay` times the one above."""

    decay = 0.8

    def create_optimizer(self):
        if self.optimizer is not None:
            return self.optimizer
        lr = self.args.learning_rate
        blocks = [[self.model.classifier, self.model.bert.pooler]]
        blocks += [[layer] for layer in reversed(self.model.bert.encoder.layer)]
        blocks += [[self.model.bert.embeddings]]
        groups = []
        for depth, block in enumerate(blocks):
            params = [p for module in block for p in module.parameters() if p.requires_grad]
            # matrices are decayed, biases and layer norms are not
            for chosen, wd in (
                ([p for p in params if p.ndim > 1], self.args.weight_decay),
                ([p for p in params if p.ndim <= 1], 0.0),
            ):
                if chosen:
                    groups.append({"params": chosen, "lr": lr * self.decay**depth, "weight_decay": wd})
        n_grouped = sum(p.numel() for g in groups for p in g["params"])
        n_trainable = sum(p.numel() for p in self.model.parameters() if p.requires_grad)
        assert n_grouped == n_trainable, (n_grouped, n_trainable)
        self.optimizer = torch.optim.AdamW(groups, lr=lr, betas=(0.9, 0.999), eps=1e-8)
        return self.optimizer


tokenizer = AutoTokenizer.from_pretrained(BASE)


def to_dataset(frame):
    ds = Dataset.from_dict({"sentence": frame["sentence"].tolist(), "label": frame["label"].tolist()})
    return ds.map(lambda b: tokenizer(b["sentence"], truncation=True, max_length=64), batched=True)


full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
full = full[~full["sentence"].isin(test["sentence"])]
train, dev = train_test_split(full, test_size=0.1, stratify=full["label"], random_state=SEED)
train_ds, dev_ds, test_ds = map(to_dataset, (train, dev, test))

model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=2)
model.bert.embeddings.word_embeddings.weight.requires_grad_(False)


def compute_metrics(p):
    pred = np.argmax(p.predictions, axis=-1)
    tp = np.sum((pred == 1) & (p.label_ids == 1))
    return {
        "accuracy": float(np.mean(pred == p.label_ids)),
        "f1": float(2 * tp / max(np.sum(pred == 1) + np.sum(p.label_ids == 1), 1)),
    }


args = TrainingArguments(
    output_dir="out/ia14",
    num_train_epochs=8,
    learning_rate=4e-4,
    lr_scheduler_type="linear",
    warmup_ratio=0.06,
    weight_decay=0.01,
    max_grad_norm=1.0,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=128,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=False,
    logging_steps=34,
    report_to="none",
    seed=SEED,
)
trainer = LayerwiseTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=dev_ds,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)
trainer.train()
print("dev: ", trainer.evaluate())
print("test:", trainer.evaluate(test_ds, metric_key_prefix="test"))
