# Dates to codes ("from 12 september" -> "batam guzar"), fine-tuning of the small BART.
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

CHECKPOINT = "checkpoints/dates"
MAX_SOURCE = 16
MAX_TARGET = 12

tok = AutoTokenizer.from_pretrained(CHECKPOINT)
model = AutoModelForSeq2SeqLM.from_pretrained(CHECKPOINT)


def rows(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = rows("train")
known = {r["date"] for r in train_rows}
valid_rows = [r for r in rows("validation") if r["date"] not in known]


def preprocess(batch):
    enc = tok(batch["date"], max_length=MAX_SOURCE, truncation=True)
    enc["labels"] = tok(text_target=batch["code"], max_length=MAX_TARGET, truncation=True)["input_ids"]
    return enc


train_ds = Dataset.from_list(train_rows).map(preprocess, batched=True, remove_columns=["date", "code"])
valid_ds = Dataset.from_list(valid_rows).map(preprocess, batched=True, remove_columns=["date", "code"])


def exact_match(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tok.pad_token_id)
    labels = np.where(labels != -100, labels, tok.pad_token_id)
    said = tok.batch_decode(preds, skip_special_tokens=True)
    want = tok.batch_decode(labels, skip_special_tokens=True)
    hits = [s.strip() == w.strip() for s, w in zip(said, want)]
    return {"exact_match": float(np.mean(hits))}


args = Seq2SeqTrainingArguments(
    output_dir="out/kh02",
    num_train_epochs=20,
    learning_rate=1e-3,
    warmup_ratio=0.05,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=32,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="exact_match",
    greater_is_better=True,
    generation_max_length=MAX_TARGET,
    generation_num_beams=1,
    logging_steps=15,
    report_to="none",
    use_cpu=True,
    seed=7,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    processing_class=tok,
    compute_metrics=exact_match,
)
trainer.train()
print(trainer.evaluate())
