"""NER-like tagging of made-up names, DistilBERT + Trainer."""
import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, precision_recall_fscore_support
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
)

CKPT = "checkpoints/tags"
TAGS = ["O", "KIND1", "KIND2", "KIND3"]
id2label = {i: t for i, t in enumerate(TAGS)}
label2id = {t: i for i, t in id2label.items()}

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def align(examples):
    enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(examples["tags"]):
        seen = set()
        row = []
        for w in enc.word_ids(i):
            if w is None or w in seen:
                row.append(-100)
            else:
                row.append(tags[w])
                seen.add(w)
        enc["labels"].append(row)
    return enc


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    predictions = predictions.flatten()
    labels = labels.flatten()
    precision, recall, f1, _ = precision_recall_fscore_support(
        labels, predictions, labels=[1, 2, 3], average="micro", zero_division=0
    )
    return {
        "accuracy": accuracy_score(labels, predictions),
        "precision": precision,
        "recall": recall,
        "f1": f1,
    }


def main():
    raw = load_dataset("json", data_files={"train": "data/tags/train.jsonl", "validation": "data/tags/validation.jsonl", "test": "data/tags/test.jsonl"})
    data = raw.map(align, batched=True, remove_columns=["words", "tags"])
    model = AutoModelForTokenClassification.from_pretrained(CKPT, id2label=id2label, label2id=label2id)
    args = TrainingArguments(
        output_dir="tagger",
        learning_rate=1e-3,
        num_train_epochs=12,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=60,
        report_to="none",
        seed=17,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
