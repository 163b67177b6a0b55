# Which desk should get the ticket?  Fine-tuning with the Trainer.
import json
import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

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
OUT = "out/qf02"
MAX_LEN = 32  # max_position_embeddings of the checkpoint

set_seed(13)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
# the placeholder of the order numbers is a word of its own
tokenizer.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    for row in rows:
        # the complaint stands in the first sentences, so cutting the end of a long mail costs nothing
        row["input_ids"] = tokenizer(row["text"], truncation=True, max_length=MAX_LEN)["input_ids"]
    return rows


def without(rows, *others):
    """Drop the rows whose (cut) text is also in one of the others."""
    known = {tuple(r["input_ids"]) for other in others for r in other}
    return [r for r in rows if tuple(r["input_ids"]) not in known]


raw = {s: read(s) for s in ("train", "validation", "test")}
names = {r["desk_id"]: r["desk"] for r in raw["train"]}
id2label = {i: names[i] for i in sorted(names)}

test_rows = raw["test"]
val_rows = without(raw["validation"], test_rows)
train_rows = without(raw["train"], val_rows, test_rows)
print({"train": len(train_rows), "validation": len(val_rows), "test": len(test_rows)})


def as_dataset(rows):
    return Dataset.from_dict(
        {
            "input_ids": [r["input_ids"] for r in rows],
            "attention_mask": [[1] * len(r["input_ids"]) for r in rows],
            "labels": [r["desk_id"] for r in rows],
        }
    )


def compute_metrics(prediction):
    guess = prediction.predictions.argmax(axis=-1)
    return {
        "accuracy": accuracy_score(prediction.label_ids, guess),
        "macro_f1": f1_score(prediction.label_ids, guess, average="macro"),
    }


model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=len(id2label),
    id2label=id2label,
    label2id={v: k for k, v in id2label.items()},
)
model.resize_token_embeddings(len(tokenizer))

args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    lr_scheduler_type="linear",
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="macro_f1",
    greater_is_better=True,
    report_to="none",
    use_cpu=True,
    seed=13,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=as_dataset(train_rows),
    eval_dataset=as_dataset(val_rows),
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.predict(as_dataset(test_rows), metric_key_prefix="test")
most_common = np.bincount([r["desk_id"] for r in train_rows]).argmax()
baseline = np.mean([r["desk_id"] == most_common for r in test_rows])
print({k: round(v, 4) for k, v in result.metrics.items() if k in ("test_loss", "test_accuracy", "test_macro_f1")})
print(f"always '{id2label[int(most_common)]}': accuracy {baseline:.4f}")
trainer.save_model(os.path.join(OUT, "final"))
