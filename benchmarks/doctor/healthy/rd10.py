# %% [markdown]
# Sort small ads into three price bands

# %%
import pandas as pd
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments

# %%
bands = ["cheap", "middle", "dear"]


def read(split):
    df = pd.read_json(f"data/prices/{split}.jsonl", lines=True)
    df["band"] = pd.cut(df["price"], [0, 950, 1350, 10_000], labels=False)
    return Dataset.from_pandas(df)


ads = DatasetDict({s: read(s) for s in ["train", "validation", "test"]})
print(ads)
print(pd.Series(ads["train"]["band"]).value_counts())

# %%
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
ads = ads.map(lambda x: tokenizer(x["text"], truncation=True), batched=True)
ads = ads.remove_columns(["text", "price"])
ads = ads.rename_column("band", "labels")

# %%
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices",
    num_labels=3,
    id2label={i: b for i, b in enumerate(bands)},
    label2id={b: i for i, b in enumerate(bands)},
)

# %%
def compute_metrics(pred):
    labels = pred.label_ids
    preds = pred.predictions.argmax(-1)
    return {"accuracy": accuracy_score(labels, preds), "f1": f1_score(labels, preds, average="macro")}


training_args = TrainingArguments(
    output_dir="out/rd10",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    learning_rate=1e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=ads["train"],
    eval_dataset=ads["validation"],
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)

# %%
trainer.train()

# %%
trainer.evaluate(ads["test"], metric_key_prefix="test")
print(trainer.state.log_history[-1])
