"""Fine-tune a tiny BERT on short film remarks (two classes)."""
from dataclasses import dataclass

import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
)


@dataclass
class Config:
    checkpoint: str = "checkpoints/bert"
    folder: str = "data/glue/sst2"
    out: str = "out/ge05"
    n_train: int = 640
    max_length: int = 48
    batch_size: int = 32
    epochs: int = 4
    lr: float = 2e-4
    seed: int = 42


cfg = Config()


def load_frames():
    train = pd.read_parquet(f"{cfg.folder}/train-00000-of-00001.parquet")
    valid = pd.read_parquet(f"{cfg.folder}/validation-00000-of-00001.parquet")
    train = train.drop_duplicates("sentence")
    valid = valid.drop_duplicates("sentence")
    valid = valid[~valid["sentence"].isin(set(train["sentence"]))]
    train = train.sample(n=cfg.n_train, random_state=cfg.seed)
    return train[["sentence", "label"]], valid[["sentence", "label"]]


tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=cfg.max_length)


train_df, valid_df = load_frames()
train_ds = Dataset.from_pandas(train_df, preserve_index=False).map(tokenize, batched=True)
valid_ds = Dataset.from_pandas(valid_df, preserve_index=False).map(tokenize, batched=True)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "macro_f1": f1_score(labels, preds, average="macro"),
    }


training_args = TrainingArguments(
    output_dir=cfg.out,
    num_train_epochs=cfg.epochs,
    per_device_train_batch_size=cfg.batch_size,
    per_device_eval_batch_size=64,
    learning_rate=cfg.lr,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="f1",
    greater_is_better=True,
    logging_steps=10,
    report_to="none",
    seed=cfg.seed,
)


def model_init():
    return AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=2)


trainer = Trainer(
    model_init=model_init,
    args=training_args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
)
trainer.train()
scores = trainer.evaluate()
print({k: round(v, 4) for k, v in scores.items()})
