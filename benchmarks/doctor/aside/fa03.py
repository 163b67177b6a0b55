import os
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments, set_seed

# ---- In [1] ------------------------------------------------------------
set_seed(7)
MODEL = "checkpoints/prices"

df_train = pd.read_json("data/prices/train.jsonl", lines=True)
df_valid = pd.read_json("data/prices/validation.jsonl", lines=True)
df_test = pd.read_json("data/prices/test.jsonl", lines=True)

# the same advert must not sit on both sides
df_valid = df_valid[~df_valid.text.isin(df_test.text)]
df_train = df_train[~df_train.text.isin(pd.concat([df_valid.text, df_test.text]))]
print(len(df_train), len(df_valid), len(df_test))

# ---- In [2] ------------------------------------------------------------
# thousands of euros, so that the targets are around one
SCALE = 1000.0
tok = AutoTokenizer.from_pretrained(MODEL)


def prepare(df):
    enc = tok(df.text.tolist(), truncation=True)
    return Dataset.from_dict({
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
        "labels": [float(p) / SCALE for p in df.price],
    })


train, valid, test = prepare(df_train), prepare(df_valid), prepare(df_test)

# ---- In [3] ------------------------------------------------------------
model = AutoModelForSequenceClassification.from_pretrained(
    MODEL, num_labels=1, problem_type="regression"
)


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    err = preds - labels
    return {
        "mae_eur": float(np.abs(err).mean() * SCALE),
        "rmse_eur": float(np.sqrt((err ** 2).mean()) * SCALE),
    }


args = TrainingArguments(
    output_dir="out/fa03",
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    lr_scheduler_type="cosine",
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to=[],
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    processing_class=tok,
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
)
trainer.train()

# ---- In [4] ------------------------------------------------------------
print(trainer.evaluate(test, metric_key_prefix="test"))
