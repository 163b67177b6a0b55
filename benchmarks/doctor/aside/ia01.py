"""Route support tickets to one of four desks.

The placeholder [ORDER] stands in every ticket where the order number was; it used to be split
into nonsense, so it gets its own entry in the vocabulary.
"""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
OUT = "out/ia01"
DESKS = ["north", "east", "south", "west"]


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def main():
    set_seed(7)

    train_rows, valid_rows = read("train"), read("validation")
    held_out = {r["text"] for r in valid_rows}
    train_rows = [r for r in train_rows if r["text"] not in held_out]

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    added = tokenizer.add_tokens(["[ORDER]"])
    print(f"{added} new token, vocabulary is now {len(tokenizer)}")

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT,
        num_labels=len(DESKS),
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )

    def encode(batch):
        out = tokenizer(batch["text"], truncation=True, max_length=32)
        out["labels"] = batch["desk_id"]
        return out

    train_ds = Dataset.from_list(train_rows)
    valid_ds = Dataset.from_list(valid_rows)
    train_ds = train_ds.map(encode, batched=True, remove_columns=train_ds.column_names)
    valid_ds = valid_ds.map(encode, batched=True, remove_columns=valid_ds.column_names)

    def accuracy(p):
        return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}

    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=8,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=20,
        report_to="none",
        use_cpu=True,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        processing_class=tokenizer,
        compute_metrics=accuracy,
    )
    trainer.train()
    print(trainer.evaluate())
    trainer.save_model(f"{OUT}/final")


if __name__ == "__main__":
    main()
