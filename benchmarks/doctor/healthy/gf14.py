"""Trainer with a plain nn.Module and three overridden methods."""
import numpy as np
import torch
from datasets import Dataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from transformers import EarlyStoppingCallback, Trainer, TrainingArguments, set_seed


class DigitNet(nn.Module):
    def __init__(self, hidden=96):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, hidden), nn.LayerNorm(hidden), nn.GELU(), nn.Dropout(0.1))
        self.head = nn.Linear(hidden, 10)

    def forward(self, pixels, labels=None):
        logits = self.head(self.body(pixels))
        if labels is None:
            return {"logits": logits}
        return {"loss": nn.functional.cross_entropy(logits, labels), "logits": logits}


class MyTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        out = model(pixels=inputs["pixels"])
        # smoothing while training only: eval_loss is the plain cross entropy
        smooth = 0.05 if model.training else 0.0
        loss = nn.functional.cross_entropy(out["logits"], labels, label_smoothing=smooth)
        return (loss, out) if return_outputs else loss

    def create_optimizer(self):
        if self.optimizer is None:
            decay = [p for p in self.model.parameters() if p.ndim > 1]
            plain = [p for p in self.model.parameters() if p.ndim <= 1]
            self.optimizer = torch.optim.AdamW(
                [
                    {"params": decay, "weight_decay": self.args.weight_decay},
                    {"params": plain, "weight_decay": 0.0},
                ],
                lr=self.args.learning_rate,
            )
        return self.optimizer

    def create_scheduler(self, num_training_steps, optimizer=None):
        if self.lr_scheduler is None:
            self.lr_scheduler = torch.optim.lr_scheduler.OneCycleLR(
                optimizer if optimizer is not None else self.optimizer,
                max_lr=self.args.learning_rate,
                total_steps=num_training_steps + 1,
                pct_start=0.1,
            )
            self._created_lr_scheduler = True
        return self.lr_scheduler


def as_dataset(X, y):
    return Dataset.from_dict({"pixels": (X / 16.0).astype("float32").tolist(), "labels": y.tolist()})


def accuracy(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}


def main():
    set_seed(4)
    X, y = load_digits(return_X_y=True)
    X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=4)
    X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=4)

    args = TrainingArguments(
        output_dir="out/gf14",
        num_train_epochs=12,
        per_device_train_batch_size=16,
        gradient_accumulation_steps=2,
        per_device_eval_batch_size=128,
        learning_rate=5e-3,
        weight_decay=0.01,
        max_grad_norm=1.0,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        logging_strategy="epoch",
        use_cpu=True,
        report_to="none",
        seed=4,
    )
    trainer = MyTrainer(
        model=DigitNet(),
        args=args,
        train_dataset=as_dataset(X_tr, y_tr),
        eval_dataset=as_dataset(X_va, y_va),
        compute_metrics=accuracy,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
    )
    trainer.train()
    print(trainer.evaluate(as_dataset(X_te, y_te), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
