"""Route support tickets to one of four desks (fine-tunes checkpoints/tickets with the Trainer)."""
import json
from dataclasses import dataclass

import numpy as np
from datasets import Dataset
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


@dataclass
class Config:
    checkpoint: str = "checkpoints/tickets"
    data_dir: str = "data/tickets"
    out_dir: str = "out/ih01"
    epochs: int = 15
    batch_size: int = 16
    lr: float = 1e-3
    max_length: int = 32  # that's all the positions the model has
    seed: int = 13


def read_jsonl(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def load_splits(cfg):
    """The three files share a few texts. Whatever is in test or validation stays there only."""
    seen, splits = set(), {}
    for name in ("test", "validation", "train"):
        rows = []
        for row in read_jsonl(f"{cfg.data_dir}/{name}.jsonl"):
            if row["text"] not in seen:
                seen.add(row["text"])
                rows.append({"text": row["text"], "label": row["desk_id"], "desk": row["desk"]})
        splits[name] = rows
    return splits


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "macro_f1": f1_score(labels, preds, average="macro"),
    }


def main():
    cfg = Config()
    set_seed(cfg.seed)

    splits = load_splits(cfg)
    id2label = {row["label"]: row["desk"] for row in splits["train"]}
    id2label = dict(sorted(id2label.items()))
    label2id = {name: i for i, name in id2label.items()}

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    # "[ORDER]" is our placeholder for order numbers, the tokenizer does not know it yet
    tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})

    model = AutoModelForSequenceClassification.from_pretrained(
        cfg.checkpoint, num_labels=len(id2label), id2label=id2label, label2id=label2id
    )
    model.resize_token_embeddings(len(tokenizer))

    def tokenize(batch):
        # product and complaint are in the first sentences, so cutting the chatty end is fine
        return tokenizer(batch["text"], truncation=True, max_length=cfg.max_length)

    datasets = {
        name: Dataset.from_list(rows).map(tokenize, batched=True, remove_columns=["text", "desk"])
        for name, rows in splits.items()
    }

    args = TrainingArguments(
        output_dir=cfg.out_dir,
        num_train_epochs=cfg.epochs,
        learning_rate=cfg.lr,
        per_device_train_batch_size=cfg.batch_size,
        per_device_eval_batch_size=64,
        weight_decay=0.01,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="macro_f1",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        dataloader_pin_memory=False,
        seed=cfg.seed,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=5)],
    )
    trainer.train()

    # the test file is touched once, here
    test = trainer.evaluate(datasets["test"], metric_key_prefix="test")
    print({k: round(v, 4) for k, v in test.items() if k in ("test_loss", "test_accuracy", "test_macro_f1")})
    trainer.save_model(f"{cfg.out_dir}/best")


if __name__ == "__main__":
    main()
