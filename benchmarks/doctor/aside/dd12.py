import json
import os

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

# Prices of second-hand things from the text of the advertisement.
# The model sees thousands, the table at the end is in money again.
SCALE = 1000.0
OUT = "out/dd12"
CKPT = "checkpoints/prices"


def read(name):
    with open(os.path.join("data/prices", name + ".jsonl"), encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    errors = (predictions - labels) * SCALE
    return {
        "mae": float(np.mean(np.abs(errors))),
        "rmse": float(np.sqrt(np.mean(errors ** 2))),
    }


def main():
    set_seed(12)
    train_rows = read("train")
    train_texts = {r["text"] for r in train_rows}
    valid_rows = [r for r in read("validation") if r["text"] not in train_texts]

    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def preprocess(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = [p / SCALE for p in batch["price"]]
        return enc

    train_ds = Dataset.from_list(train_rows).map(preprocess, batched=True, remove_columns=["text", "price"])
    valid_ds = Dataset.from_list(valid_rows).map(preprocess, batched=True, remove_columns=["text", "price"])

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")

    args = TrainingArguments(
        output_dir=OUT,
        num_train_epochs=20,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    result = trainer.evaluate()

    mean_price = np.mean([r["price"] for r in train_rows])
    naive = np.mean([abs(r["price"] - mean_price) for r in valid_rows])
    print(f"always the mean price: MAE {naive:.0f}")
    print(f"model:                 MAE {result['eval_mae']:.0f}  RMSE {result['eval_rmse']:.0f}")


if __name__ == "__main__":
    main()
