"""Which desk gets the ticket?  The text is tokenised batch by batch in the collator."""
import numpy as np
import torch
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 8
CHECKPOINT = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]

set_seed(SEED)


def load_splits():
    splits = load_dataset(
        "json",
        data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
    )
    # the same wording occurs in more than one file: every text stays in the last split that has it
    test_texts = set(splits["test"]["text"])
    later_texts = test_texts | set(splits["validation"]["text"])
    splits["train"] = splits["train"].filter(lambda r: r["text"] not in later_texts)
    splits["validation"] = splits["validation"].filter(lambda r: r["text"] not in test_texts)
    return splits


class TextCollator:
    """Raw rows in, padded tensors out."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        # the product stands in the second sentence, so the head of a long ticket is enough
        batch = self.tokenizer(
            [r["text"] for r in rows],
            padding=True,
            truncation=True,
            max_length=32,
            return_tensors="pt",
        )
        batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
        return batch


def accuracy(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(axis=-1) == p.label_ids))}


def main():
    splits = load_splits()
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForSequenceClassification.from_pretrained(
        CHECKPOINT,
        num_labels=len(DESKS),
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )
    args = TrainingArguments(
        output_dir="out/ed14",
        num_train_epochs=15,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        weight_decay=0.01,
        remove_unused_columns=False,  # the collator needs the text
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=False,
        logging_strategy="epoch",
        report_to="none",
        seed=SEED,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=splits["train"],
        eval_dataset=splits["validation"],
        data_collator=TextCollator(tokenizer),
        processing_class=tokenizer,
        compute_metrics=accuracy,
    )
    trainer.train()
    result = trainer.evaluate(splits["test"], metric_key_prefix="test")
    print(f"test accuracy {result['test_accuracy']:.3f} on {len(splits['test'])} tickets")


if __name__ == "__main__":
    main()
