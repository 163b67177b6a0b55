import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(21)
checkpoint = "checkpoints/prices"

train_df = pd.read_json("data/prices/train.jsonl", lines=True)
valid_df = pd.read_json("data/prices/validation.jsonl", lines=True)
test_df = pd.read_json("data/prices/test.jsonl", lines=True)

# standardize with the training mean / std
mu, sd = train_df.price.mean(), train_df.price.std()
for df in (train_df, valid_df, test_df):
    df["label"] = ((df.price - mu) / sd).astype("float32")

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def to_dataset(df):
    d = Dataset.from_pandas(df[["text", "label"]])
    return d.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)


train_ds, valid_ds, test_ds = map(to_dataset, (train_df, valid_df, test_df))

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=1)


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    predictions = predictions.squeeze(-1) * sd + mu
    labels = labels * sd + mu
    return {"mae": np.abs(predictions - labels).mean()}


training_args = TrainingArguments(
    output_dir="out/aa09",
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    logging_strategy="epoch",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=15,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
)

trainer.train()

print("epochs run:", trainer.state.epoch)
print("best metric:", trainer.state.best_metric)
print("test:", trainer.evaluate(test_ds))
print("MAE of always the mean:", (test_df.price - mu).abs().mean())
