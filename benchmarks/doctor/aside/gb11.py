# %% [markdown]
# Sentiment (SST-2) with a small BERT; stop early and keep the best checkpoint.

# %%
import numpy as np
import pandas as pd
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(1234)
model_ckpt = "checkpoints/bert"
batch_size = 32


# %%
def from_parquet(part):
    df = pd.read_parquet(f"data/glue/sst2/{part}-00000-of-00001.parquet")
    return Dataset.from_dict({"text": df["sentence"].tolist(), "label": df["label"].tolist()})


full = from_parquet("train").train_test_split(test_size=0.15, seed=1234)
data = DatasetDict(train=full["train"], validation=full["test"], test=from_parquet("validation"))
data

# %%
tokenizer = AutoTokenizer.from_pretrained(model_ckpt)
encoded = data.map(lambda batch: tokenizer(batch["text"], truncation=True, max_length=64),
                   batched=True, remove_columns=["text"])

# %%
model = AutoModelForSequenceClassification.from_pretrained(
    model_ckpt, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1})


def compute_metrics(pred):
    guess = pred.predictions.argmax(-1)
    return {"accuracy": float(np.mean(guess == pred.label_ids))}


# %%
training_args = TrainingArguments(
    output_dir="out/gb11",
    num_train_epochs=10,
    learning_rate=5e-5,
    per_device_train_batch_size=batch_size,
    per_device_eval_batch_size=batch_size,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=True,
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
)
trainer.train()

# %%
print("kept:", trainer.state.best_model_checkpoint, "value", trainer.state.best_metric)
for entry in trainer.state.log_history:
    if "eval_loss" in entry:
        print(f"epoch {entry['epoch']:.0f}  loss {entry['eval_loss']:.4f}  accuracy {entry['eval_accuracy']:.4f}")

# %%
out = trainer.predict(encoded["test"], metric_key_prefix="test")
print(out.metrics)
