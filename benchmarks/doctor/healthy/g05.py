import numpy as np
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer, TrainingArguments)

# ---------------------------------------------------------------- data
label_names = ["O", "FRIEND", "COLLEAGUE", "NEIGHBOUR"]
id2label = dict(enumerate(label_names))
label2id = {v: k for k, v in id2label.items()}

raw = load_dataset("json", data_files={
    "train": "data/tags/train.jsonl",
    "validation": "data/tags/validation.jsonl",
    "test": "data/tags/test.jsonl",
})

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")


def align_labels_with_tokens(labels, word_ids):
    """First piece of each word gets the word's label, everything else -100."""
    new_labels = []
    previous = None
    for word_id in word_ids:
        if word_id is None or word_id == previous:
            new_labels.append(-100)
        else:
            new_labels.append(labels[word_id])
        previous = word_id
    return new_labels


def tokenize_and_align(examples):
    tokenized = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        word_ids = tokenized.word_ids(batch_index=i)
        all_labels.append(align_labels_with_tokens(tags, word_ids))
    tokenized["labels"] = all_labels
    return tokenized


ds = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])

# ---------------------------------------------------------------- model
model = AutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags", id2label=id2label, label2id=label2id
)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=2)
    mask = p.label_ids != -100
    y_true, y_pred = p.label_ids[mask], preds[mask]
    return {
        "accuracy": float((y_true == y_pred).mean()),
        "f1_names": f1_score(y_true, y_pred, labels=[1, 2, 3], average="micro"),
    }


# ---------------------------------------------------------------- training
args = TrainingArguments(
    "out/g05",
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    learning_rate=2e-3,
    num_train_epochs=10,
    per_device_train_batch_size=16,
    weight_decay=0.01,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
    processing_class=tokenizer,
)
trainer.train()
print(trainer.predict(ds["test"]).metrics)
