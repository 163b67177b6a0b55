# %% [markdown]
# Ticket routing -- which of the four desks should get the message?
# %%
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(7)
DATA = Path("data/tickets")
CKPT = "checkpoints/tickets"

# %% read the three files
def read(name):
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]

train_rows, valid_rows, test_rows = read("train"), read("validation"), read("test")

# some messages were sent more than once and are in several files: the test file stays as it is,
# the others give up what it (or the validation file) also has
test_texts = {r["text"] for r in test_rows}
valid_rows = [r for r in valid_rows if r["text"] not in test_texts]
held_out = test_texts | {r["text"] for r in valid_rows}
train_rows = [r for r in train_rows if r["text"] not in held_out]
print(len(train_rows), len(valid_rows), len(test_rows))

names = {r["desk_id"]: r["desk"] for r in train_rows}
id2label = {i: names[i] for i in sorted(names)}
label2id = {v: k for k, v in id2label.items()}

# %% tokenize (product and complaint come first, so cutting the end at 32 is harmless)
tokenizer = AutoTokenizer.from_pretrained(CKPT)

def prepare(rows):
    ds = Dataset.from_dict({"text": [r["text"] for r in rows], "label": [r["desk_id"] for r in rows]})
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32),
                  batched=True, remove_columns=["text"])

train_ds, valid_ds, test_ds = map(prepare, (train_rows, valid_rows, test_rows))

# %% model
model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id)

def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": float((predictions == labels).mean())}

# %%
args = TrainingArguments(
    output_dir="out/na01",
    num_train_epochs=20,
    learning_rate=1e-3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=7,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

# %% the best epoch was chosen on validation; the test file is looked at once, here
print("validation:", trainer.evaluate()["eval_accuracy"])
out = trainer.predict(test_ds)
majority = np.bincount([r["desk_id"] for r in train_rows]).argmax()
print("test:", out.metrics["test_accuracy"],
      "| always the commonest desk:", np.mean([r["desk_id"] == majority for r in test_rows]))
trainer.save_model("out/na01/best")
