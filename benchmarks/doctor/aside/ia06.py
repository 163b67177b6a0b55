# %% imports
import json

import numpy as np
from datasets import Dataset
from transformers import AutoTokenizer, AutoModelForTokenClassification
from transformers import DataCollatorForTokenClassification, TrainingArguments, Trainer

ckpt = "checkpoints/tags"
label_names = ["O", "A", "B", "C"]


# %% data
def read_jsonl(path):
    with open(path) as f:
        return [json.loads(l) for l in f]


train = read_jsonl("data/tags/train.jsonl")
val = read_jsonl("data/tags/validation.jsonl")
val_sentences = {" ".join(r["words"]) for r in val}
train = [r for r in train if " ".join(r["words"]) not in val_sentences]
print(len(train), len(val))

# %% tokenization: only the first piece of each word keeps its tag
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def encode(example):
    enc = tokenizer(example["words"], is_split_into_words=True, truncation=True)
    previous = None
    labels = []
    for word_id in enc.word_ids():
        if word_id is None or word_id == previous:
            labels.append(-100)
        else:
            labels.append(example["tags"][word_id])
        previous = word_id
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


train_ds = Dataset.from_list(train).map(encode, remove_columns=["words", "tags"])
val_ds = Dataset.from_list(val).map(encode, remove_columns=["words", "tags"])


# %% metrics
def compute_metrics(eval_prediction):
    predictions, labels = eval_prediction
    predictions = np.argmax(predictions, axis=2)
    result = {"accuracy": float((predictions == labels).mean())}
    for i, name in enumerate(label_names):
        tp = np.sum((predictions == i) & (labels == i))
        n_pred, n_true = np.sum(predictions == i), np.sum(labels == i)
        result[f"f1_{name}"] = float(2 * tp / (n_pred + n_true)) if n_pred + n_true else 0.0
    return result


# %% model
model = AutoModelForTokenClassification.from_pretrained(
    ckpt,
    num_labels=len(label_names),
    id2label={i: n for i, n in enumerate(label_names)},
    label2id={n: i for i, n in enumerate(label_names)},
)

args = TrainingArguments(
    output_dir="out/ia06",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    num_train_epochs=12,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)

# %% go
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
scores = trainer.evaluate()
for k in sorted(scores):
    print(f"{k:25s} {scores[k]:.4f}")
