import json
import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import classification_report, f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(1234)

TAGS = ["O", "KIND1", "KIND2", "KIND3"]
BASE = "checkpoints/tags"


def load(split):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as fh:
        return Dataset.from_list([json.loads(line) for line in fh])


raw = DatasetDict({s: load(s) for s in ["train", "validation", "test"]})
tokenizer = AutoTokenizer.from_pretrained(BASE)


def tokenize_and_align(examples):
    enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous, labels = None, []
        for word in enc.word_ids(batch_index=i):
            if word is None or word == previous:
                labels.append(-100)      # special token, or a later piece of the same word
            else:
                labels.append(tags[word])
            previous = word
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


data = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    BASE, num_labels=len(TAGS), id2label=dict(enumerate(TAGS)), label2id={t: i for i, t in enumerate(TAGS)}
)


def flatten(predictions, label_ids):
    predictions = predictions.argmax(-1)
    keep = label_ids != -100
    return label_ids[keep], predictions[keep]


def compute_metrics(p):
    y, yhat = flatten(p.predictions, p.label_ids)
    return {
        "accuracy": float((y == yhat).mean()),
        # O is by far the most frequent tag, so it is left out of the score
        "f1_names": f1_score(y, yhat, labels=[1, 2, 3], average="micro"),
    }


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/yh08",
        learning_rate=2e-3,
        num_train_epochs=15,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.06,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="f1_names",
        group_by_length=True,
        report_to=[],
        disable_tqdm=True,
        seed=1234,
    ),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(data["test"])
y, yhat = flatten(out.predictions, out.label_ids)
print(classification_report(y, yhat, target_names=TAGS, digits=3))
assert len(y) == sum(len(w) for w in raw["test"]["words"])
