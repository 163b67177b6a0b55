"""Which desk gets the ticket? Fine-tuning with Trainer; the last word is spoken on the test rows."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(17)
CKPT, OUT = "checkpoints/tickets", "out/dh01"
DESKS = ["north", "east", "south", "west"]


def rows(split):
    return [json.loads(s) for s in Path(f"data/tickets/{split}.jsonl").read_text().splitlines()]


# The same sentence can lie in several files: the test rows win, then validation, train gets what is left.
test = rows("test")
taken = {r["text"] for r in test}
val = [r for r in rows("validation") if r["text"] not in taken]
taken |= {r["text"] for r in val}
train = [r for r in rows("train") if r["text"] not in taken]
print(len(train), len(val), len(test))

tok = AutoTokenizer.from_pretrained(CKPT)


def prepare(part):
    # 32 positions are enough: the product is named in the second sentence, the small talk comes after
    ds = Dataset.from_dict({"text": [r["text"] for r in part], "labels": [DESKS.index(r["desk"]) for r in part]})
    return ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True, remove_columns="text")


def metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=-1) == p.label_ids).mean())}


model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=4, id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)})

args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    lr_scheduler_type="cosine",
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=False,
    report_to="none",
    use_cpu=True,
    disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=prepare(train),
    eval_dataset=prepare(val),
    processing_class=tok,
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=6)],
)
trainer.train()
print(trainer.predict(prepare(test)).metrics)
