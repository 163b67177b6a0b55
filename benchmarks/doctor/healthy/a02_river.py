"""Name tagging with word pieces: the first piece of each word carries the tag."""
from collections import Counter

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, Trainer,
                          TrainingArguments)

CKPT = "checkpoints/tags"
LABELS = ["O", "PERSON", "PLACE", "TEAM"]


def align(batch, tokenizer):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        previous, labels = None, []
        for word_id in enc.word_ids(batch_index=i):
            if word_id is None or word_id == previous:
                labels.append(-100)
            else:
                labels.append(tags[word_id])
            previous = word_id
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


def metrics(p):
    pred = p.predictions.argmax(-1)
    mask = p.label_ids != -100
    y, yhat = p.label_ids[mask], pred[mask]
    tp = np.sum((y == yhat) & (y > 0))
    precision = tp / max(np.sum(yhat > 0), 1)
    recall = tp / max(np.sum(y > 0), 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"precision": precision, "recall": recall, "f1": f1, "accuracy": np.mean(y == yhat)}


def main():
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    ds = load_dataset("data/tags")
    print(Counter(t for row in ds["train"]["tags"] for t in row))
    enc = ds.map(align, batched=True, fn_kwargs={"tokenizer": tokenizer}, remove_columns=ds["train"].column_names)

    model = AutoModelForTokenClassification.from_pretrained(
        CKPT, num_labels=len(LABELS), id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)})
    args = TrainingArguments(
        "runs/river", learning_rate=1e-3, num_train_epochs=6, per_device_train_batch_size=16, warmup_ratio=0.1,
        lr_scheduler_type="cosine", eval_strategy="epoch", save_strategy="no", logging_strategy="epoch",
        report_to="none", seed=7)
    trainer = Trainer(model, args, DataCollatorForTokenClassification(tokenizer), enc["train"], enc["validation"],
                      processing_class=tokenizer, compute_metrics=metrics)
    trainer.train()
    out = trainer.predict(enc["test"])
    print({k: round(v, 3) for k, v in out.metrics.items()})


if __name__ == "__main__":
    main()
