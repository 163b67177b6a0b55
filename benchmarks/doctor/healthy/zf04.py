# %% [markdown]
# ## Several labels per ticket
# A ticket can be about a kitchen device AND about a defect, etc.

# %%
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, EvalPrediction, Trainer,
                          TrainingArguments)

# %%
topics = {
    "kitchen": ["kettle", "toaster", "blender"],
    "office": ["printer", "scale", "lamp"],
    "defect": ["strange noise", "does not start", "stopped after", "scratch"],
    "delivery": ["never left", "without its cable", "not the one"],
    "billing": ["charged twice"],
}
labels = list(topics)
id2label = {i: l for i, l in enumerate(labels)}
label2id = {l: i for i, l in enumerate(labels)}

# %%
def read(split):
    rows = []
    for line in open(f"data/tickets/{split}.jsonl"):
        text = json.loads(line)["text"]
        row = {"text": text}
        for name, words in topics.items():
            row[name] = any(w in text for w in words)
        rows.append(row)
    return Dataset.from_list(rows)

train_ds, val_ds, test_ds = read("train"), read("validation"), read("test")
train_ds[0]

# %%
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def preprocess(examples):
    enc = tokenizer(examples["text"], truncation=True, max_length=32)
    matrix = np.stack([examples[l] for l in labels], axis=1).astype(float)
    enc["labels"] = matrix.tolist()
    return enc

train_ds = train_ds.map(preprocess, batched=True, remove_columns=train_ds.column_names)
val_ds = val_ds.map(preprocess, batched=True, remove_columns=val_ds.column_names)
test_ds = test_ds.map(preprocess, batched=True, remove_columns=test_ds.column_names)
print(train_ds[0])

# %%
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    problem_type="multi_label_classification",
    num_labels=len(labels),
    id2label=id2label,
    label2id=label2id,
)

# %%
def compute_metrics(p: EvalPrediction):
    probs = 1 / (1 + np.exp(-p.predictions))
    y_pred = (probs >= 0.5).astype(int)
    y_true = p.label_ids.astype(int)
    return {
        "f1_micro": f1_score(y_true, y_pred, average="micro", zero_division=0),
        "f1_macro": f1_score(y_true, y_pred, average="macro", zero_division=0),
        "exact": accuracy_score(y_true, y_pred),
    }

# %%
args = TrainingArguments(
    "out/zf04",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=8,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=3,
)
trainer = Trainer(
    model,
    args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

# %%
print(trainer.evaluate(test_ds))
