"""Route support tickets to a desk with a small DistilBERT."""
import argparse

import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tickets")
    p.add_argument("--output_dir", default="out/yh01")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--lr", type=float, default=5e-4)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--max_length", type=int, default=32)
    p.add_argument("--seed", type=int, default=13)
    return p.parse_args()


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=-1)
    return {
        "accuracy": accuracy_score(p.label_ids, preds),
        "macro_f1": f1_score(p.label_ids, preds, average="macro"),
    }


def main():
    args = parse_args()
    set_seed(args.seed)

    raw = load_dataset(
        "json",
        data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
    )
    id2label = {i: d for i, d in zip(raw["train"]["desk_id"], raw["train"]["desk"])}
    id2label = dict(sorted(id2label.items()))
    label2id = {d: i for i, d in id2label.items()}

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)

    def encode(batch):
        # the appliance is named in the first sentence, so cutting the end is harmless
        enc = tokenizer(batch["text"], truncation=True, max_length=args.max_length)
        enc["labels"] = [label2id[d] for d in batch["desk"]]
        return enc

    data = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)

    model = AutoModelForSequenceClassification.from_pretrained(
        args.checkpoint, num_labels=len(id2label), id2label=id2label, label2id=label2id
    )

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.output_dir,
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=args.batch_size,
            per_device_eval_batch_size=64,
            warmup_ratio=0.1,
            weight_decay=0.01,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            logging_strategy="epoch",
            load_best_model_at_end=True,
            metric_for_best_model="macro_f1",
            greater_is_better=True,
            seed=args.seed,
            report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
    )
    trainer.train()
    print("best validation macro F1:", trainer.state.best_metric)
    test = trainer.predict(data["test"]).metrics
    print({k: round(test[k], 4) for k in ("test_loss", "test_accuracy", "test_macro_f1")})


if __name__ == "__main__":
    main()
