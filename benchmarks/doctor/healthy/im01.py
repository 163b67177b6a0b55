"""Route support tickets to a desk: fine-tune the small checkpoint with the Trainer."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
DATA = Path("data/tickets")
OUT = "out/im01"


def read(split):
    with open(DATA / f"{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def main():
    set_seed(17)
    splits = {name: read(name) for name in ("train", "validation", "test")}

    # the same sentence may turn up in several files: the held-out copies win
    test_texts = {r["text"] for r in splits["test"]}
    splits["validation"] = [r for r in splits["validation"] if r["text"] not in test_texts]
    held_out = test_texts | {r["text"] for r in splits["validation"]}
    splits["train"] = [r for r in splits["train"] if r["text"] not in held_out]
    print({k: len(v) for k, v in splits.items()})

    id2label = {r["desk_id"]: r["desk"] for r in splits["train"]}
    id2label = dict(sorted(id2label.items()))
    label2id = {v: k for k, v in id2label.items()}

    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = batch["desk_id"]
        return enc

    sets = {}
    for name, rows in splits.items():
        ds = Dataset.from_list(rows)
        sets[name] = ds.map(encode, batched=True, remove_columns=ds.column_names)

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id
    )

    def compute_metrics(p):
        pred = np.argmax(p.predictions, axis=-1)
        return {"accuracy": float((pred == p.label_ids).mean())}

    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=20,
        learning_rate=1.5e-3,
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        report_to="none",
        use_cpu=True,
        seed=17,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=sets["train"],
        eval_dataset=sets["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=8)],
    )
    trainer.train()
    print("validation", trainer.evaluate())
    print("test", trainer.predict(sets["test"], metric_key_prefix="test").metrics)


if __name__ == "__main__":
    main()
