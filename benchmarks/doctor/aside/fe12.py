"""Name tagging: train, keep the best epoch, report on the test sentences."""
import json

import numpy as np
import torch
from transformers import (
    DataCollatorForTokenClassification,
    DistilBertForTokenClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 3
CHECKPOINT = "checkpoints/tags"


class TagDataset(torch.utils.data.Dataset):
    def __init__(self, rows, tokenizer):
        self.features = [self.encode(r, tokenizer) for r in rows]

    @staticmethod
    def encode(row, tokenizer):
        enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
        labels, last = [], None
        for w in enc.word_ids():
            labels.append(row["tags"][w] if w is not None and w != last else -100)
            last = w
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}

    def __len__(self):
        return len(self.features)

    def __getitem__(self, i):
        return dict(self.features[i])


def read_splits():
    rows, seen = {}, set()
    for split in ("train", "validation", "test"):
        with open(f"data/tags/{split}.jsonl") as f:
            part = [json.loads(line) for line in f]
        rows[split] = [r for r in part if tuple(r["words"]) not in seen]
        seen |= {tuple(r["words"]) for r in part}
    return rows


def compute_metrics(pred):
    y = pred.label_ids
    y_hat = np.argmax(pred.predictions, axis=-1)
    valid = y != -100
    names = valid & (y > 0)
    return {
        "accuracy": float((y_hat[valid] == y[valid]).mean()),
        "name_recall": float((y_hat[names] == y[names]).mean()),
    }


def main():
    set_seed(SEED)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(CHECKPOINT)
    rows = read_splits()
    data = {k: TagDataset(v, tokenizer) for k, v in rows.items()}
    model = DistilBertForTokenClassification.from_pretrained(CHECKPOINT, num_labels=4)

    args = TrainingArguments(
        output_dir="out/fe12",
        num_train_epochs=6,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        seed=SEED,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print("best checkpoint:", trainer.state.best_model_checkpoint)
    result = trainer.evaluate(data["test"], metric_key_prefix="test")
    for key in ("test_loss", "test_accuracy", "test_name_recall"):
        print(f"{key:18s} {result[key]:.4f}")


if __name__ == "__main__":
    main()
