# tagging of support tickets: a ticket can have several tags at once
import numpy as np
import torch
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

torch.set_num_threads(1)

TAGS = {
    "urgent": ["urgent"],
    "damage": ["scratch", "noise", "does not start", "stopped"],
    "delivery": ["warehouse", "without its cable", "not the one on the picture", "driver"],
    "billing": ["charged"],
    "polite": ["thank you", "kind regards", "please"],
}

dataset = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"})
# the long ones do not fit into the model
dataset = dataset.filter(lambda row: len(row["text"].split()) <= 28)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def preprocess(row):
    enc = tokenizer(row["text"].replace("order [ORDER] .", ""), truncation=True, padding="max_length", max_length=32)
    enc["labels"] = [int(any(k in row["text"] for k in keys)) for keys in TAGS.values()]
    return enc


dataset = dataset.map(preprocess, remove_columns=["desk", "desk_id"])

set_seed(0)
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    problem_type="multi_label_classification",
    num_labels=len(TAGS),
    id2label={i: t for i, t in enumerate(TAGS)},
    label2id={t: i for i, t in enumerate(TAGS)},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    probs = 1 / (1 + np.exp(-logits))
    y_pred = (probs > 0.5).astype(int)
    return {
        "f1_micro": f1_score(labels, y_pred, average="micro"),
        "f1_macro": f1_score(labels, y_pred, average="macro"),
        "subset_acc": float((y_pred == labels).all(axis=1).mean()),
    }


training_args = TrainingArguments(
    output_dir="out/w04",
    learning_rate=1e-3,
    num_train_epochs=15,
    per_device_train_batch_size=16,
    eval_strategy="epoch",
    save_strategy="no",
    report_to=[],
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=dataset["train"],
    eval_dataset=dataset["test"],
    compute_metrics=compute_metrics,
)
trainer.train()
for name, value in trainer.evaluate().items():
    print(name, value)
