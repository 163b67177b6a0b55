# NER-style tagging of words, DistilBERT + Trainer
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)
checkpoint = "checkpoints/tags"
label_names = ["O", "PERSON", "PLACE", "FIRM"]

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tags/train.jsonl",
        "validation": "data/tags/validation.jsonl",
    },
)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_and_align_labels(examples):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        label_ids = []
        for word_id in tokenized.word_ids(batch_index=i):
            if word_id is None or word_id == previous:
                label_ids.append(-100)
            else:
                label_ids.append(tags[word_id])
            previous = word_id
        all_labels.append(label_ids)
    tokenized["labels"] = all_labels
    return tokenized


tokenized = raw.map(tokenize_and_align_labels, batched=True, remove_columns=raw["train"].column_names)

model = AutoModelForTokenClassification.from_pretrained(
    checkpoint,
    num_labels=len(label_names),
    id2label=dict(enumerate(label_names)),
    label2id={n: i for i, n in enumerate(label_names)},
)


def compute_metrics(p):
    predictions, labels = p
    predictions = np.argmax(predictions, axis=-1)
    mask = labels != -100
    names = mask & (labels != 0)
    return {
        "accuracy": float((predictions == labels)[mask].mean()),
        "name_accuracy": float((predictions == labels)[names].mean()),
    }


data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)

args = TrainingArguments(
    output_dir="out/zc01",
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
