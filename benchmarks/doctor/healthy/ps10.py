"""Token classification: tags of made-up names. Only the first piece of a word carries its label, the rest is -100."""
import numpy as np
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, Trainer,
                          TrainingArguments)

LABELS = ["O", "ONE", "TWO", "THREE"]
data = load_dataset("json", data_files={"train": "data/tags/train.jsonl", "validation": "data/tags/validation.jsonl",
                                        "test": "data/tags/test.jsonl"})
held_out = {tuple(w) for split in ("validation", "test") for w in data[split]["words"]}
data["train"] = data["train"].filter(lambda ex: tuple(ex["words"]) not in held_out)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")


def tokenize_and_align_labels(examples):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous, label_ids = None, []
        for word_idx in tokenized.word_ids(batch_index=i):
            if word_idx is None or word_idx == previous:
                label_ids.append(-100)
            else:
                label_ids.append(tags[word_idx])
            previous = word_idx
        all_labels.append(label_ids)
    tokenized["labels"] = all_labels
    return tokenized


tokenized_datasets = data.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])


def compute_metrics(p):
    predictions, labels = p
    predictions = np.argmax(predictions, axis=2)
    keep = labels != -100
    y_pred, y_true = predictions[keep], labels[keep]
    return {
        "accuracy": (y_pred == y_true).mean(),
        "micro_f1_names": f1_score(y_true, y_pred, labels=[1, 2, 3], average="micro"),
        "all_O_accuracy": (y_true == 0).mean(),
    }


def model_init():
    return AutoModelForTokenClassification.from_pretrained(
        "checkpoints/tags", id2label=dict(enumerate(LABELS)), label2id={n: i for i, n in enumerate(LABELS)})


trainer = Trainer(
    model_init=model_init,
    args=TrainingArguments(
        output_dir="runs/r10", seed=13, num_train_epochs=15, learning_rate=2e-3, per_device_train_batch_size=32,
        per_device_eval_batch_size=160, weight_decay=0.01, warmup_ratio=0.1, eval_strategy="steps", eval_steps=100,
        save_strategy="no", logging_steps=50, report_to="none", disable_tqdm=True),
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print({k: round(float(v), 3) for k, v in trainer.predict(tokenized_datasets["test"]).metrics.items()})
