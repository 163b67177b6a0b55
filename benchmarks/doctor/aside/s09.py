"""Named-entity tagging with DistilBERT: tokenise pre-split words, align labels, train with the Trainer."""
import json

import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

model_checkpoint = "checkpoints/tags"
label_list = ["O", "PLANT", "RIVER", "TOWN"]
batch_size = 16


def read_split(name):
    with open(f"data/tags/{name}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


raw = DatasetDict({name: read_split(name) for name in ("train", "validation", "test")})
print(raw)

tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)


def tokenize_and_align_labels(examples):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        labels = []
        for word_id in tokenized.word_ids(batch_index=i):
            if word_id is None or word_id == previous:
                labels.append(-100)
            else:
                labels.append(tags[word_id])
            previous = word_id
        all_labels.append(labels)
    tokenized["labels"] = all_labels
    return tokenized


tokenized = raw.map(tokenize_and_align_labels, batched=True,
                    remove_columns=raw["train"].column_names)
print(tokenizer.convert_ids_to_tokens(tokenized["train"][1]["input_ids"]))
print(tokenized["train"][1]["labels"])

model = AutoModelForTokenClassification.from_pretrained(
    model_checkpoint,
    num_labels=len(label_list),
    id2label=dict(enumerate(label_list)),
    label2id={l: i for i, l in enumerate(label_list)},
)


def compute_metrics(p):
    predictions, labels = p
    predictions = np.argmax(predictions, axis=2)
    keep = labels != -100
    y_true, y_pred = labels[keep], predictions[keep]
    return {
        "accuracy": float((y_true == y_pred).mean()),
        "f1": f1_score(y_true, y_pred, labels=[1, 2, 3], average="micro"),
    }


args = TrainingArguments(
    "out/tags-finetuned",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=1e-3,
    per_device_train_batch_size=batch_size,
    per_device_eval_batch_size=batch_size,
    num_train_epochs=10,
    weight_decay=0.01,
    report_to="none",
)

data_collator = DataCollatorWithPadding(tokenizer)

trainer = Trainer(
    model,
    args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)

trainer.train()
metrics = trainer.evaluate(tokenized["test"], metric_key_prefix="test")
print({k: round(v, 4) for k, v in metrics.items()})
