import json
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)

# %% data
set_seed(5)
ckpt = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def jsonl(path):
    with open(path) as f:
        return [json.loads(l) for l in f]


train = jsonl("data/tags/train.jsonl")
in_train = {" ".join(r["words"]) for r in train}
valid = [r for r in jsonl("data/tags/validation.jsonl") if " ".join(r["words"]) not in in_train]
raw = DatasetDict({"train": Dataset.from_list(train), "validation": Dataset.from_list(valid)})
raw["train"][0]

# %% tokens and their tags: the first piece of a word carries the tag


def tokenize_and_align(examples):
    enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous, labels = None, []
        for w in enc.word_ids(batch_index=i):
            if w is None or w == previous:
                labels.append(-100)
            else:
                labels.append(tags[w])
            previous = w
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


data = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])

# %% metrics


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(-1)
    keep = labels != -100
    named = keep & (labels != 0)
    return {
        "accuracy": float((preds == labels)[keep].mean()),
        "recall_names": float((preds == labels)[named].mean()),
    }


# %% training
model = AutoModelForTokenClassification.from_pretrained(ckpt, num_labels=4)
args = TrainingArguments(
    "out/ha05",
    learning_rate=1e-3,
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    report_to=[],
    use_cpu=True,
    dataloader_pin_memory=False,
)
trainer = Trainer(
    model,
    args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
