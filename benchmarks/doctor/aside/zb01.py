# multi-label tagging of support tickets
import argparse
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

TAGS = {
    "defect": ["does not start", "strange noise", "stopped after"],
    "delivery": ["never left", "without its cable", "not the one", "with a scratch"],
    "billing": ["charged twice"],
    "computer": ["router", "printer"],
    "kitchen": ["toaster", "kettle", "blender"],
}


def read_tickets(path):
    rows = []
    with open(path) as f:
        for line in f:
            text = json.loads(line)["text"]
            rows.append({"text": text, "tags": [t for t, keys in TAGS.items() if any(k in text for k in keys)]})
    return Dataset.from_list(rows)


def compute_metrics(p):
    probs = 1 / (1 + np.exp(-p.predictions))
    preds = (probs > 0.5).astype(int)
    refs = p.label_ids.astype(int)
    return {
        "f1_micro": f1_score(refs, preds, average="micro", zero_division=0),
        "f1_macro": f1_score(refs, preds, average="macro", zero_division=0),
        "exact": float((refs == preds).all(axis=1).mean()),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/tickets")
    parser.add_argument("--data", default="data/tickets")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch_size", type=int, default=8)
    args = parser.parse_args()
    set_seed(7)

    names = list(TAGS)
    tokenizer = AutoTokenizer.from_pretrained(args.model)

    def preprocess(batch):
        enc = tokenizer(batch["text"], truncation=True, max_length=32)
        enc["labels"] = [[1 if n in tags else 0 for n in names] for tags in batch["tags"]]
        return enc

    train = read_tickets(f"{args.data}/train.jsonl").map(preprocess, batched=True, remove_columns=["text", "tags"])
    valid = read_tickets(f"{args.data}/validation.jsonl").map(preprocess, batched=True, remove_columns=["text", "tags"])
    print(train[0])

    model = AutoModelForSequenceClassification.from_pretrained(
        args.model,
        num_labels=len(names),
        problem_type="multi_label_classification",
        id2label=dict(enumerate(names)),
        label2id={n: i for i, n in enumerate(names)},
    )
    training_args = TrainingArguments(
        output_dir="out/zb01",
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
