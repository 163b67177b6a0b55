import os
import random

import numpy as np
import pandas as pd
import torch
from datasets import Dataset, DatasetDict
from transformers import (
    BertForSequenceClassification,
    BertTokenizerFast,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

SEED = 2024
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)

model_dir = "checkpoints/bert"
output_dir = os.path.join("out", "ia07")


def build_dataset(tokenizer):
    parts = {}
    for split in ["train", "validation"]:
        frame = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
        parts[split] = Dataset.from_dict({"text": frame["sentence"].tolist(), "label": frame["label"].tolist()})
    data = DatasetDict(parts)

    def to_ids(batch):
        return tokenizer(batch["text"], truncation=True, max_length=48)

    return data.map(to_ids, batched=True, remove_columns=["text"])


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": (predictions == labels).mean().item()}


def run():
    tokenizer = BertTokenizerFast.from_pretrained(model_dir)
    data = build_dataset(tokenizer)
    print(data)

    model = BertForSequenceClassification.from_pretrained(
        model_dir, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1}
    )

    training_args = TrainingArguments(
        output_dir=output_dir,
        num_train_epochs=3,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        learning_rate=2e-4,
        warmup_steps=2000,
        weight_decay=0.01,
        lr_scheduler_type="linear",
        logging_steps=25,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=SEED,
    )

    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()

    metrics = trainer.evaluate()
    print(f"accuracy after {training_args.num_train_epochs} epochs: {metrics['eval_accuracy']:.3f}")
    trainer.save_model(output_dir)


if __name__ == "__main__":
    run()
