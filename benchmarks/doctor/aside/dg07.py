"""Sentiment with on-the-fly tokenisation: no copy of the data set with token ids is kept."""
import pandas as pd
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)
import torch


class TextCollator:
    """Turns raw rows into one padded batch."""

    def __init__(self, tokenizer, max_length=64):
        self.tokenizer = tokenizer
        self.max_length = max_length

    def __call__(self, rows):
        batch = self.tokenizer(
            [row["sentence"] for row in rows],
            padding=True,
            truncation=True,
            max_length=self.max_length,
            return_tensors="pt",
        )
        batch["labels"] = torch.tensor([row["labels"] for row in rows])
        return batch


def load_split(name):
    frame = pd.read_parquet(f"data/glue/sst2/{name}-00000-of-00001.parquet")
    ds = Dataset.from_pandas(frame, preserve_index=False)
    return ds.rename_column("label", "labels")


def accuracy(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((logits.argmax(-1) == labels).mean())}


def main():
    set_seed(11)
    path = "checkpoints/bert"
    tokenizer = AutoTokenizer.from_pretrained(path)
    model = AutoModelForSequenceClassification.from_pretrained(
        path, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1}
    )

    training_args = TrainingArguments(
        output_dir="out/dg07",
        learning_rate=3e-4,
        num_train_epochs=3,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        warmup_ratio=0.06,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=25,
        report_to="none",
        seed=11,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        data_collator=TextCollator(tokenizer),
        train_dataset=load_split("train"),
        eval_dataset=load_split("validation"),
        compute_metrics=accuracy,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
