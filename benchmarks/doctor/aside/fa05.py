# NLI: does the premise entail, contradict, or say nothing about the hypothesis?
import numpy as np
import pandas as pd
from datasets import Dataset, DatasetDict
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, EarlyStoppingCallback
from transformers import Trainer, TrainingArguments

NAMES = ["entailment", "neutral", "contradiction"]
SEP = " [SEP] "
base = "checkpoints/bert"
root = "data/glue/mnli"


def load(file_name, n=None):
    frame = pd.read_parquet(f"{root}/{file_name}-00000-of-00001.parquet")
    if n is not None:
        frame = frame.sample(n, random_state=3)
    return Dataset.from_dict({c: frame[c].tolist() for c in ("premise", "hypothesis", "label")})


raw = DatasetDict(
    train=load("train", 2400),
    matched=load("validation_matched"),
    mismatched=load("validation_mismatched"),
)
print(raw)

tokenizer = AutoTokenizer.from_pretrained(base)


def tokenize_function(examples):
    # the two sentences as one sequence, with the separator between them
    text = examples["premise"] + [SEP] + examples["hypothesis"]
    return tokenizer(text, truncation=True, max_length=96)


tokenized = raw.map(tokenize_function, batched=True, remove_columns=["premise", "hypothesis"])

model = AutoModelForSequenceClassification.from_pretrained(
    base,
    num_labels=3,
    id2label={i: n for i, n in enumerate(NAMES)},
    label2id={n: i for i, n in enumerate(NAMES)},
)


def accuracy(pred):
    return {"accuracy": (pred.predictions.argmax(-1) == pred.label_ids).mean().item()}


training_args = TrainingArguments(
    output_dir="out/fa05",
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    learning_rate=3e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    num_train_epochs=5,
    warmup_ratio=0.1,
    report_to="none",
    seed=3,
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["matched"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=accuracy,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
)
trainer.train()

final = trainer.evaluate(tokenized["mismatched"], metric_key_prefix="mismatched")
print("mismatched accuracy:", np.round(final["mismatched_accuracy"], 3))
