# %% [markdown]
# Predict the price of a classified ad from its text

# %%
import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          Trainer, TrainingArguments, set_seed)

set_seed(0)
checkpoint = "checkpoints/prices"

# %%
train_df = pd.read_json("data/prices/train.jsonl", lines=True)
val_df = pd.read_json("data/prices/validation.jsonl", lines=True)
test_df = pd.read_json("data/prices/test.jsonl", lines=True)
train_df.describe()

# %%
SHIFT, SCALE = train_df.price.mean(), train_df.price.std()

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def to_dataset(df):
    d = Dataset.from_pandas(df, preserve_index=False)

    def prep(batch):
        enc = tokenizer(batch["text"], truncation=True, max_length=32)
        enc["label"] = [(float(p) - SHIFT) / SCALE for p in batch["price"]]
        return enc

    return d.map(prep, batched=True, remove_columns=["text", "price"])


train_ds, val_ds, test_ds = map(to_dataset, (train_df, val_df, test_df))

# %%
model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=1, problem_type="regression"
)


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    preds = preds.reshape(-1) * SCALE + SHIFT
    labels = labels.reshape(-1) * SCALE + SHIFT
    return {
        "mae": mean_absolute_error(labels, preds),
        "r2": r2_score(labels, preds),
    }


# %%
args = TrainingArguments(
    output_dir="out/sd04",
    num_train_epochs=10,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

# %%
res = trainer.predict(test_ds)
print(res.metrics)
pd.DataFrame(
    {
        "text": test_df.text[:10],
        "price": test_df.price[:10],
        "predicted": (res.predictions.reshape(-1) * SCALE + SHIFT)[:10],
    }
).pipe(lambda d: print(d.to_string()))
