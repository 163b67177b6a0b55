import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(7)
checkpoint = "checkpoints/tickets"

labels = ["delivery", "defect", "billing", "kitchen"]
keywords = {
    "delivery": ["warehouse", "cable", "picture"],
    "defect": ["noise", "start", "stopped", "scratch"],
    "billing": ["charged"],
    "kitchen": ["kettle", "toaster", "blender", "scale"],
}
id2label = {i: l for i, l in enumerate(labels)}
label2id = {l: i for i, l in enumerate(labels)}


def load(split):
    rows = []
    with open(f"data/tickets/{split}.jsonl") as f:
        for line in f:
            text = json.loads(line)["text"]
            words = text.split()
            rows.append({"text": text, **{l: any(k in words for k in keywords[l]) for l in labels}})
    return Dataset.from_list(rows)


tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess(examples):
    encoding = tokenizer(examples["text"], truncation=True, max_length=32)
    matrix = np.zeros((len(examples["text"]), len(labels)))
    for idx, label in enumerate(labels):
        matrix[:, idx] = examples[label]
    encoding["labels"] = matrix.astype(int).tolist()
    return encoding


train = load("train")
train = train.map(preprocess, batched=True, remove_columns=train.column_names)
valid = load("validation")
valid = valid.map(preprocess, batched=True, remove_columns=valid.column_names)

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    problem_type="multi_label_classification",
    num_labels=len(labels),
    id2label=id2label,
    label2id=label2id,
)


def compute_metrics(p):
    probs = 1 / (1 + np.exp(-p.predictions))
    y_pred = (probs >= 0.5).astype(int)
    y_true = p.label_ids.astype(int)
    return {
        "f1_micro": f1_score(y_true, y_pred, average="micro", zero_division=0),
        "exact_match": float((y_true == y_pred).all(axis=1).mean()),
    }


args = TrainingArguments(
    output_dir="out/bh05",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=8,
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
