import json
import sys

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments)

BASE = sys.argv[1] if len(sys.argv) > 1 else "checkpoints/tickets"


def load_tickets():
    splits = {}
    for s in ["train", "validation", "test"]:
        with open(f"data/tickets/{s}.jsonl") as f:
            splits[s] = [json.loads(l) for l in f]
    test = {r["text"] for r in splits["test"]}
    splits["validation"] = [r for r in splits["validation"] if r["text"] not in test]
    val = {r["text"] for r in splits["validation"]}
    splits["train"] = [r for r in splits["train"] if r["text"] not in test and r["text"] not in val]
    return DatasetDict({s: Dataset.from_list(r) for s, r in splits.items()})


def main():
    tickets = load_tickets()
    names = [None] * 4
    for desk, i in zip(tickets["train"]["desk"], tickets["train"]["desk_id"]):
        names[i] = desk
    print("desks:", names)

    tokenizer = AutoTokenizer.from_pretrained(BASE)
    tokenized = tickets.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True)

    model = AutoModelForSequenceClassification.from_pretrained(
        BASE,
        num_labels=len(names),
        id2label={i: n for i, n in enumerate(names)},
        label2id={n: i for i, n in enumerate(names)},
    )

    def compute_metrics(eval_pred):
        logits, labels = eval_pred
        preds = np.argmax(logits, axis=-1)
        return {"accuracy": float((preds == labels).mean())}

    args = TrainingArguments(
        output_dir="out/ia11",
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        num_train_epochs=10,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        logging_steps=27,
        report_to="none",
    )

    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=tokenized["train"],
        eval_dataset=tokenized["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
    )
    trainer.train()
    print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
