import os

os.environ.setdefault("USE_TF", "0")  # TensorFlow need not be loaded

import evaluate
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(42)
checkpoint = "checkpoints/bert"
raw = load_dataset("parquet", data_files={
    "train": "data/glue/sst2/train-00000-of-00001.parquet",
    "validation": "data/glue/sst2/validation-00000-of-00001.parquet",
})
# The official validation split is our test set; the checkpoint is chosen on a part of the training set.
parts = raw["train"].train_test_split(test_size=240, seed=42)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess(examples):
    return tokenizer(examples["sentence"], truncation=True, max_length=48)


train_ds = parts["train"].map(preprocess, batched=True, remove_columns=["sentence", "idx"])
dev_ds = parts["test"].map(preprocess, batched=True, remove_columns=["sentence", "idx"])
test_ds = raw["validation"].map(preprocess, batched=True, remove_columns=["sentence", "idx"])

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1})

metric = evaluate.load("data/metrics/glue", "sst2")


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return metric.compute(predictions=np.argmax(logits, axis=-1), references=labels)


args = TrainingArguments(
    output_dir="runs/r02",
    learning_rate=8e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=128,
    num_train_epochs=3,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=dev_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=1)],
)
trainer.train()
print(trainer.predict(test_ds).metrics)
