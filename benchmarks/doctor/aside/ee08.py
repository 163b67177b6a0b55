"""Route tickets to one of four desks with the Trainer."""
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EvalPrediction,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]


def get_splits():
    raw = load_dataset("json", data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    }, cache_dir="out/ee08/cache")
    # a few tickets were sent twice and landed in more than one file
    in_train = set(raw["train"]["text"])
    raw["validation"] = raw["validation"].filter(lambda r: r["text"] not in in_train)
    in_valid = set(raw["validation"]["text"])
    raw["test"] = raw["test"].filter(lambda r: r["text"] not in in_train and r["text"] not in in_valid)
    return raw


def compute_metrics(p: EvalPrediction):
    guess = np.argmax(p.predictions, axis=-1)
    return {"accuracy": float((guess == p.label_ids).mean())}


def main():
    set_seed(31)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    splits = get_splits()

    def encode(batch):
        out = tokenizer(batch["text"], truncation=True, max_length=32)
        out["labels"] = batch["desk_id"]
        return out

    splits = splits.map(encode, batched=True, remove_columns=["text", "desk", "desk_id"])

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(DESKS),
        id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)})

    args = TrainingArguments(
        output_dir="out/ee08",
        num_train_epochs=8,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=True,
        save_total_limit=2,
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
        seed=31,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=splits["train"],
        eval_dataset=splits["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print("best checkpoint:", trainer.state.best_model_checkpoint)
    result = trainer.evaluate(splits["test"], metric_key_prefix="test")
    print(f"test accuracy {result['test_accuracy']:.3f}, loss {result['test_loss']:.3f}")


if __name__ == "__main__":
    main()
