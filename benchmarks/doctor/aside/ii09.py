"""5-fold cross-validation of the ticket classifier (all three files together, duplicates removed)."""
import json
import statistics

import numpy as np
from datasets import Dataset
from sklearn.model_selection import StratifiedKFold
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)
from transformers.utils import logging

logging.set_verbosity_error()

CKPT = "checkpoints/tickets"
FOLDS = 5


def collect():
    unique = {}
    for split in ("train", "validation", "test"):
        with open(f"data/tickets/{split}.jsonl") as f:
            for line in f:
                r = json.loads(line)
                unique.setdefault(r["text"], r["desk_id"])
    return list(unique), np.array(list(unique.values()))


def encode(tokenizer, texts, labels):
    enc = tokenizer(texts, truncation=True, max_length=32)
    return Dataset.from_dict(
        {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels.tolist()}
    )


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def arguments(fold):
    return TrainingArguments(
        output_dir=f"out/ii09/fold{fold}",
        num_train_epochs=8,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        eval_strategy="no",
        save_strategy="no",
        logging_strategy="epoch",
        disable_tqdm=True,
        report_to="none",
        use_cpu=True,
        seed=100 + fold,
    )


def main():
    set_seed(100)
    texts, labels = collect()
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    collator = DataCollatorWithPadding(tokenizer)

    results = []
    folds = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=100)
    for fold, (tr, va) in enumerate(folds.split(texts, labels)):
        train = encode(tokenizer, [texts[i] for i in tr], labels[tr])
        held_out = encode(tokenizer, [texts[i] for i in va], labels[va])
        trainer = Trainer(
            model=model,
            args=arguments(fold),
            train_dataset=train,
            eval_dataset=held_out,
            data_collator=collator,
            processing_class=tokenizer,
            compute_metrics=accuracy,
        )
        trainer.train()
        acc = trainer.evaluate()["eval_accuracy"]
        results.append(acc)
        print(f"fold {fold}: {len(tr)} / {len(va)} tickets, accuracy {acc:.3f}")

    print(f"cross-validated accuracy {statistics.mean(results):.3f} +- {statistics.stdev(results):.3f}")


if __name__ == "__main__":
    main()
