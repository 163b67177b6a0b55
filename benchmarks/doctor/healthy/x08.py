"""Route support tickets to the right desk."""
import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 3
MODEL_NAME = "checkpoints/tickets"
set_seed(SEED)

tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)


def load_split(name):
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)
    df["text"] = df["text"].str.strip()
    df = df.dropna(subset=["text", "desk"]).reset_index(drop=True)
    classes = ["north", "east", "south", "west"]
    df["labels"] = df["desk"].map({c: i for i, c in enumerate(classes)})
    dataset = Dataset.from_pandas(df[["text", "labels"]])
    dataset = dataset.map(
        lambda rows: tokenizer(rows["text"], truncation=True, max_length=32),
        batched=True,
        remove_columns=["text"],
    )
    return dataset, list(classes)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    per_class = {f"recall_{c}": float((preds[labels == c] == c).mean()) for c in np.unique(labels)}
    return {"accuracy": float((preds == labels).mean()), **per_class}


def main():
    train_ds, classes = load_split("train")
    val_ds, _ = load_split("validation")
    test_ds, _ = load_split("test")
    print(f"{len(train_ds)} train / {len(val_ds)} validation / {len(test_ds)} test, {len(classes)} desks")

    model = AutoModelForSequenceClassification.from_pretrained(
        MODEL_NAME,
        num_labels=len(classes),
        id2label=dict(enumerate(classes)),
        label2id={c: i for i, c in enumerate(classes)},
    )

    args = TrainingArguments(
        output_dir="out/desks",
        num_train_epochs=6,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=SEED,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=val_ds,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(test_ds, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
