#!/usr/bin/env python
"""Translate dates into the code words with a small BART (Seq2SeqTrainer, scored by generating)."""
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

set_seed(31)
name = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForSeq2SeqLM.from_pretrained(name)

raw = load_dataset(
    "json",
    data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")},
    cache_dir="out/qd15/cache",
)

# a date may stand in more than one file, also behind another preposition ("on 5 june",
# "since 5 june"); its code is the same, so keep it only where we measure
in_test = set(raw["test"]["code"])
raw["validation"] = raw["validation"].filter(lambda r: r["code"] not in in_test)
held_out = in_test | set(raw["validation"]["code"])
raw["train"] = raw["train"].filter(lambda r: r["code"] not in held_out)
print({s: len(d) for s, d in raw.items()})


def encode(batch):
    return tokenizer(batch["date"], text_target=batch["code"], truncation=True)


data = raw.map(encode, batched=True, remove_columns=["date", "code"])


def as_text(ids):
    ids = np.where(ids < 0, tokenizer.pad_token_id, ids)
    return [t.split() for t in tokenizer.batch_decode(ids, skip_special_tokens=True)]


def compute_metrics(pred):
    guess, gold = as_text(pred.predictions), as_text(pred.label_ids)
    words = sum(len(g) for g in gold)
    hits = sum(a == b for x, y in zip(guess, gold) for a, b in zip(x, y))
    return {
        "exact": sum(x == y for x, y in zip(guess, gold)) / len(gold),
        "words_in_place": hits / words,
    }


args = Seq2SeqTrainingArguments(
    output_dir="out/qd15",
    num_train_epochs=30,
    learning_rate=2e-3,
    lr_scheduler_type="linear",
    warmup_steps=30,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=160,
    predict_with_generate=True,
    generation_max_length=10,
    generation_num_beams=1,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="exact",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to=[],
    use_cpu=True,
    seed=31,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

output = trainer.predict(data["test"])
print("test:", {k: round(v, 4) for k, v in output.metrics.items() if k.startswith("test_")})

# what could one get by always answering with the most frequent code of the training rows?
codes = raw["train"]["code"]
values, counts = np.unique(np.array(list(codes)), return_counts=True)
constant = str(values[counts.argmax()])
print("constant answer, exact:", float(np.mean([c == constant for c in raw["test"]["code"]])))

for row, ids in list(zip(raw["test"], output.predictions))[:5]:
    print(f"{row['date']!r:28} -> {' '.join(as_text(ids[None])[0])!r:24} (should be {row['code']!r})")
