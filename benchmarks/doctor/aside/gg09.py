"""Routing of support tickets: fine-tune the small checkpoint, keep the best epoch, report test accuracy."""
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
OUT = "out/gg09"
set_seed(1)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows, valid_rows, test_rows = read("train"), read("validation"), read("test")

# some mails were sent twice, no text may be on both sides
held_out = {r["text"] for r in valid_rows} | {r["text"] for r in test_rows}
train_rows = [r for r in train_rows if r["text"] not in held_out]
test_texts = {r["text"] for r in test_rows}
valid_rows = [r for r in valid_rows if r["text"] not in test_texts]
print(len(train_rows), len(valid_rows), len(test_rows))

id2label = {r["desk_id"]: r["desk"] for r in train_rows}
id2label = dict(sorted(id2label.items()))
label2id = {v: k for k, v in id2label.items()}

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def to_dataset(rows):
    ds = Dataset.from_list([{"text": r["text"], "label": r["desk_id"]} for r in rows])
    return ds.map(
        lambda b: tokenizer(b["text"], truncation=True, max_length=32),
        batched=True,
        remove_columns=["text"],
    )


train_ds, valid_ds, test_ds = map(to_dataset, (train_rows, valid_rows, test_rows))

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "f1": f1_score(labels, preds, average="macro"),
    }


training_args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=10,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    weight_decay=0.01,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=True,
    report_to="none",
    seed=1,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)

if __name__ == "__main__":
    trainer.train()
    print("best checkpoint:", trainer.state.best_model_checkpoint, trainer.state.best_metric)
    result = trainer.evaluate(test_ds, metric_key_prefix="test")
    print({k: round(v, 4) for k, v in result.items() if k in ("test_loss", "test_accuracy", "test_f1")})
    trainer.save_model(f"{OUT}/final")
