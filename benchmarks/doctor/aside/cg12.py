"""Translate dates into the secret code with a small BART (sequence to sequence)."""
import os

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

checkpoint = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

dates = load_dataset(
    "json",
    data_files={
        "train": "data/dates/train.jsonl",
        "validation": "data/dates/validation.jsonl",
        "test": "data/dates/test.jsonl",
    },
)
print(dates["train"][0])


def preprocess(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=16,
        truncation=True,
    )


encoded = dates.map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    decoded_preds = [p.strip() for p in decoded_preds]
    decoded_labels = [l.strip() for l in decoded_labels]
    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    return {"exact_match": float(exact)}


args = Seq2SeqTrainingArguments(
    output_dir="out/cg12",
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=2e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    predict_with_generate=True,
    generation_max_length=16,
    report_to="none",
    seed=3,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate(encoded["test"], metric_key_prefix="test"))
