import evaluate
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
)

task = "sst2"
checkpoint = "checkpoints/bert"

raw_datasets = load_dataset("data/glue", task)
metric = evaluate.load("data/metrics/glue", task)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess_function(examples):
    return tokenizer(examples["sentence"], truncation=True, max_length=64)


encoded = raw_datasets.map(preprocess_function, batched=True)


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    predictions = np.argmax(predictions, axis=1)
    return metric.compute(predictions=predictions, references=labels)


model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)

args = TrainingArguments(
    output_dir="out/rd08",
    eval_strategy="epoch",
    logging_strategy="epoch",
    learning_rate=5e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    num_train_epochs=4,
    weight_decay=0.01,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    save_total_limit=1,
    report_to="none",
)

trainer = Trainer(
    model,
    args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
)

trainer.train()
print("best checkpoint:", trainer.state.best_model_checkpoint)
print(trainer.evaluate())
