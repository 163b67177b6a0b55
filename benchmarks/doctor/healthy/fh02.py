import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(7)
CKPT = "checkpoints/tickets"

raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
                   cache_dir="out/fh02/cache")

# A few texts were exported more than once. A text that was trained on tells nothing new.
seen = set(raw["train"]["text"])
raw["validation"] = raw["validation"].filter(lambda r: r["text"] not in seen)
seen_too = seen | set(raw["validation"]["text"])
raw["test"] = raw["test"].filter(lambda r: r["text"] not in seen_too)

names = {}
for desk, i in zip(raw["train"]["desk"], raw["train"]["desk_id"]):
    names[i] = desk
id2label = {i: names[i] for i in sorted(names)}

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    # the model has 32 positions; what the ticket is about stands in its first sentence
    enc = tok(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    return enc


ds = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)
model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id={v: k for k, v in id2label.items()})


def metrics(p):
    guess, gold = p.predictions.argmax(-1), p.label_ids
    f1 = []
    for c in id2label:
        tp = np.sum((guess == c) & (gold == c))
        f1.append(2 * tp / max(1, np.sum(guess == c) + np.sum(gold == c)))
    return {"accuracy": float(np.mean(guess == gold)), "macro_f1": float(np.mean(f1))}


args = TrainingArguments(
    output_dir="out/fh02",
    num_train_epochs=16,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=128,
    learning_rate=8e-4,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="macro_f1",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    seed=7,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    processing_class=tok,
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=6)],
)
trainer.train()
print(trainer.evaluate(ds["test"], metric_key_prefix="test"))
