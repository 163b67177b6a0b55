import numpy as np
from datasets import load_dataset
from sklearn.metrics import precision_recall_fscore_support
from transformers import AutoModelForTokenClassification, AutoTokenizer
from transformers import DataCollatorForTokenClassification, Trainer, TrainingArguments

TAGS = ["O", "A", "B", "C"]
ckpt = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(ckpt)

ds = load_dataset("json", data_files={s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")})


def tokenize_and_align(examples):
    enc = tokenizer(examples["words"], truncation=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        labels = []
        for wid in enc.word_ids(batch_index=i):
            if wid is None:
                labels.append(-100)
            elif wid != previous:
                labels.append(tags[wid])
            else:
                labels.append(-100)   # only the first piece of a word counts
            previous = wid
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


ds = ds.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])
model = AutoModelForTokenClassification.from_pretrained(
    ckpt, num_labels=len(TAGS), id2label=dict(enumerate(TAGS)), label2id={t: i for i, t in enumerate(TAGS)})


def metrics(p):
    preds = p.predictions.argmax(-1)
    keep = p.label_ids != -100
    y, yhat = p.label_ids[keep], preds[keep]
    pr, rc, f1, _ = precision_recall_fscore_support(y, yhat, labels=[1, 2, 3], average="micro", zero_division=0)
    return {"precision": pr, "recall": rc, "f1": f1, "acc": float(np.mean(y == yhat))}


trainer = Trainer(
    model,
    TrainingArguments(
        "runs/z05",
        learning_rate=2e-3,
        per_device_train_batch_size=16,
        num_train_epochs=10,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=metrics,
)
trainer.train()
print(trainer.predict(ds["test"]).metrics)
