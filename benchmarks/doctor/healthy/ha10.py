"""Sentiment with the Trainer: part of the training rows chooses the epoch, GLUE's validation rows give the number."""
import numpy as np
import pandas as pd
from datasets import ClassLabel, Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 42
set_seed(SEED)

train_frame = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
held_out = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
held_out = held_out[~held_out["sentence"].isin(train_frame["sentence"])]


def as_dataset(frame):
    data = {"sentence": frame["sentence"].tolist(), "label": frame["label"].tolist()}
    return Dataset.from_dict(data).cast_column("label", ClassLabel(names=["negative", "positive"]))


parts = as_dataset(train_frame).train_test_split(test_size=0.1, seed=SEED, stratify_by_column="label")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=64)


fit_on = parts["train"].map(tokenize, batched=True)
choose_on = parts["test"].map(tokenize, batched=True)
report_on = as_dataset(held_out).map(tokenize, batched=True)


def model_init():
    return AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/bert",
        num_labels=2,
        id2label={0: "negative", 1: "positive"},
        label2id={"negative": 0, "positive": 1},
    )


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float(np.mean(logits.argmax(axis=-1) == labels))}


trainer = Trainer(
    model_init=model_init,
    args=TrainingArguments(
        output_dir="out/ha10",
        num_train_epochs=6,
        learning_rate=3e-4,
        lr_scheduler_type="cosine",
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=128,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        dataloader_pin_memory=False,
        seed=SEED,
    ),
    train_dataset=fit_on,
    eval_dataset=choose_on,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)
trainer.train()
print(trainer.evaluate(report_on, metric_key_prefix="held_out"))
