"""Ticket routing with class weights (the desks are not equally busy)."""
import argparse

import torch
from torch import nn
from datasets import load_dataset
from sklearn.utils.class_weight import compute_class_weight
from sklearn.metrics import accuracy_score, f1_score
import numpy as np
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          Trainer, TrainingArguments)


class WeightedTrainer(Trainer):
    def __init__(self, class_weights, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.get("logits")
        loss_fct = nn.CrossEntropyLoss(weight=self.class_weights.to(logits.device))
        loss = loss_fct(logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(-1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "macro_f1": f1_score(labels, preds, average="macro"),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/tickets")
    parser.add_argument("--data", default="data/tickets")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--out", default="out/sd03")
    args = parser.parse_args()

    splits = ["train", "validation", "test"]
    ds = load_dataset("json", data_files={s: f"{args.data}/{s}.jsonl" for s in splits})
    ds = ds.rename_column("desk_id", "label").remove_columns("desk")

    tok = AutoTokenizer.from_pretrained(args.model)
    ds = ds.map(lambda b: tok(b["text"], truncation=True), batched=True)

    y = np.array(ds["train"]["label"])
    weights = compute_class_weight("balanced", classes=np.unique(y), y=y)
    print("class weights:", weights)

    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=4)
    trainer = WeightedTrainer(
        class_weights=torch.tensor(weights, dtype=torch.float),
        model=model,
        args=TrainingArguments(
            output_dir=args.out,
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=args.batch_size,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=50,
            report_to=[],
            seed=13,
        ),
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        processing_class=tok,
        compute_metrics=metrics,
    )
    trainer.train()
    print("test:", trainer.evaluate(ds["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
