"""Route support tickets to one of four desks (fine-tuning with the Trainer)."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
DATA = Path("data/tickets")
OUT = "out/qe01"


def read(split):
    with open(DATA / f"{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def without(rows, banned):
    return [r for r in rows if r["text"] not in banned]


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    pred = np.argmax(logits, axis=-1)
    per_class = [np.mean(pred[labels == c] == c) for c in np.unique(labels)]
    return {"accuracy": float(np.mean(pred == labels)), "balanced_accuracy": float(np.mean(per_class))}


def main():
    set_seed(7)
    train, val, test = read("train"), read("validation"), read("test")

    # Short messages repeat between the files. The test file stays whole; what it
    # contains leaves validation, and what either contains leaves training.
    test_texts = {r["text"] for r in test}
    val = without(val, test_texts)
    train = without(train, test_texts | {r["text"] for r in val})
    print(f"train {len(train)}  validation {len(val)}  test {len(test)}")

    id2label = {r["desk_id"]: r["desk"] for r in train}
    id2label = dict(sorted(id2label.items()))
    label2id = {name: i for i, name in id2label.items()}

    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def encode(batch):
        # 32 positions is all this checkpoint has; the product is named in the first words
        enc = tokenizer(batch["text"], truncation=True, max_length=32)
        enc["labels"] = batch["desk_id"]
        return enc

    def prepare(rows):
        ds = Dataset.from_list(rows)
        return ds.map(encode, batched=True, remove_columns=ds.column_names)

    ds_train, ds_val, ds_test = map(prepare, (train, val, test))

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id
    )

    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=12,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        seed=7,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=ds_train,
        eval_dataset=ds_val,
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()

    counts = np.bincount([r["desk_id"] for r in train])
    majority = int(counts.argmax())
    baseline = np.mean([r["desk_id"] == majority for r in test])
    scores = trainer.evaluate(ds_test, metric_key_prefix="test")
    print(f"always '{id2label[majority]}': {baseline:.3f}")
    print(f"test accuracy {scores['test_accuracy']:.3f}, balanced {scores['test_balanced_accuracy']:.3f}")


if __name__ == "__main__":
    main()
