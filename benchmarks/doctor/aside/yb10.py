"""Multi-label tagging of support tickets (what it is about + what kind of thing)."""
import argparse
import json

import numpy as np
import torch
from datasets import Dataset
from sklearn.metrics import accuracy_score, classification_report, f1_score, recall_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

RULES = {
    "kitchen": ["blender", "kettle", "toaster", "scale"],
    "outdoor": ["tent", "drill", "lamp"],
    "electronics": ["camera", "printer", "radio", "router", "heater"],
    "defect": ["start", "noise", "stopped", "scratch"],
    "delivery": ["warehouse", "picture", "cable"],
    "billing": ["charged"],
}
TAGS = list(RULES)


def load(split):
    rows = [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]
    texts = [r["text"] for r in rows]
    labels = [[float(any(w in t.split() for w in RULES[tag])) for tag in TAGS] for t in texts]
    return Dataset.from_dict({"text": texts, "labels": labels})


def get_predictions(logits, threshold):
    probs = torch.softmax(torch.as_tensor(logits), dim=-1).numpy()
    return (probs > threshold).astype(int)


def make_metrics(threshold):
    def compute_metrics(p):
        logits = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
        y_pred = get_predictions(logits, threshold)
        y_true = p.label_ids.astype(int)
        return {
            "f1_micro": f1_score(y_true, y_pred, average="micro", zero_division=0),
            "recall": recall_score(y_true, y_pred, average="micro", zero_division=0),
            "exact_match": accuracy_score(y_true, y_pred),
        }

    return compute_metrics


def main(args):
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(
        args.checkpoint,
        num_labels=len(TAGS),
        problem_type="multi_label_classification",
        id2label=dict(enumerate(TAGS)),
        label2id={t: i for i, t in enumerate(TAGS)},
    )
    tokenize = lambda b: tokenizer(b["text"], truncation=True)
    train, val, test = (load(s).map(tokenize, batched=True, remove_columns=["text"]) for s in ("train", "validation", "test"))

    training_args = TrainingArguments(
        output_dir=args.output_dir,
        learning_rate=args.lr,
        num_train_epochs=args.epochs,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(
        model,
        training_args,
        train_dataset=train,
        eval_dataset=val,
        processing_class=tokenizer,
        compute_metrics=make_metrics(args.threshold),
    )
    trainer.train()

    out = trainer.predict(test)
    y_pred = get_predictions(out.predictions, args.threshold)
    print(classification_report(out.label_ids.astype(int), y_pred, target_names=TAGS, zero_division=0))
    print("tags per ticket:", y_pred.sum(1).mean(), "should be", out.label_ids.sum(1).mean())


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--checkpoint", default="checkpoints/tickets")
    ap.add_argument("--output_dir", default="out/yb10")
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--epochs", type=int, default=16)
    ap.add_argument("--threshold", type=float, default=0.5)
    ap.add_argument("--seed", type=int, default=13)
    main(ap.parse_args())
