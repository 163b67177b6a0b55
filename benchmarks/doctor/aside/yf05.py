# %%
import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

# %%
def load_split(name):
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)[["text", "desk"]]
    df["label"], desks = pd.factorize(df["desk"])
    return df, list(desks)

train_df, desks = load_split("train")
val_df, _ = load_split("validation")
test_df, _ = load_split("test")
print(train_df.head())
print(train_df.desk.value_counts())

# %%
ckpt = "checkpoints/tickets"
tok = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSequenceClassification.from_pretrained(
    ckpt,
    num_labels=len(desks),
    id2label=dict(enumerate(desks)),
    label2id={d: i for i, d in enumerate(desks)},
)

# %%
def to_dataset(df):
    ds = Dataset.from_pandas(df[["text", "label"]])
    return ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True, remove_columns=["text"])

def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=1)
    return {"accuracy": accuracy_score(p.label_ids, preds),
            "f1": f1_score(p.label_ids, preds, average="macro")}

# %%
args = TrainingArguments(
    output_dir="out/yf05",
    learning_rate=5e-4,
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    seed=3,
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=to_dataset(train_df),
    eval_dataset=to_dataset(val_df),
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
)
trainer.train()

# %%
pred = trainer.predict(to_dataset(test_df))
print(pred.metrics)
print(confusion_matrix(pred.label_ids, pred.predictions.argmax(-1)))
