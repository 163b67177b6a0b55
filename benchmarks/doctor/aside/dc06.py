"""Multi-label tagging of support tickets (several topics can be on at the same time)."""
import json

import numpy as np
from sklearn.metrics import f1_score, roc_auc_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

CKPT = "checkpoints/tickets"
TOPICS = ["urgent", "broken", "delivery", "asks_help"]
WORDS = {
    "urgent": ("urgent",),
    "broken": ("start", "noise", "stopped", "scratch"),
    "delivery": ("warehouse", "picture", "arrived"),
    "asks_help": ("help", "what can i do"),
}
set_seed(1)


def read(split):
    rows = []
    with open(f"data/tickets/{split}.jsonl") as f:
        for line in f:
            text = json.loads(line)["text"]
            if len(text.split()) <= 28:          # the long ones do not fit into 32 positions
                rows.append(text)
    return rows


def topics_of(text):
    return [int(any(w in text for w in WORDS[t])) for t in TOPICS]


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(texts):
    enc = tokenizer(texts, truncation=True)
    return [
        {"input_ids": ids, "attention_mask": mask, "labels": topics_of(text)}
        for ids, mask, text in zip(enc["input_ids"], enc["attention_mask"], texts)
    ]


valid_texts = list(dict.fromkeys(read("validation")))
held_out = set(valid_texts)
train_texts = [t for t in read("train") if t not in held_out]
print(len(train_texts), "train,", len(valid_texts), "validation")
train_ds, valid_ds = encode(train_texts), encode(valid_texts)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    probs = 1 / (1 + np.exp(-logits))
    labels = labels.astype(int)
    out = {"f1_macro": f1_score(labels, (probs > 0.5).astype(int), average="macro", zero_division=0)}
    # column-wise mean AUC, columns with one class only are left out
    aucs = [roc_auc_score(labels[:, j], probs[:, j]) for j in range(labels.shape[1]) if 0 < labels[:, j].mean() < 1]
    out["mean_auc"] = float(np.mean(aucs))
    return out


model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(TOPICS),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(TOPICS)),
    label2id={t: i for i, t in enumerate(TOPICS)},
)

args = TrainingArguments(
    output_dir="out/dc06",
    num_train_epochs=6,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
    use_cpu=True,
    seed=1,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
