#!/usr/bin/env python
"""Fine-tune BART to translate dates into warehouse codes and report exact match on the test split."""
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

set_seed(1234)

model_checkpoint = "checkpoints/dates"
max_input_length = 16
max_target_length = 16
batch_size = 16

raw_datasets = load_dataset(
    "json",
    data_files={
        "train": "data/dates/train.jsonl",
        "validation": "data/dates/validation.jsonl",
        "test": "data/dates/test.jsonl",
    },
)

tokenizer = AutoTokenizer.from_pretrained(model_checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(model_checkpoint)


def preprocess_function(examples):
    return tokenizer(
        examples["date"],
        text_target=examples["code"],
        max_length=max_input_length,
        truncation=True,
    )


tokenized_datasets = raw_datasets.map(
    preprocess_function,
    batched=True,
    remove_columns=raw_datasets["train"].column_names,
)
data_collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)

    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)

    decoded_preds = [pred.strip() for pred in decoded_preds]
    decoded_labels = [label.strip() for label in decoded_labels]
    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    words = [
        np.mean([a == b for a, b in zip(p.split() + [""] * 4, l.split())])
        for p, l in zip(decoded_preds, decoded_labels)
    ]
    return {"exact_match": round(float(exact), 4), "word_accuracy": round(float(np.mean(words)), 4)}


args = Seq2SeqTrainingArguments(
    output_dir="out/n05",
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    learning_rate=2e-3,
    per_device_train_batch_size=batch_size,
    per_device_eval_batch_size=32,
    weight_decay=0.01,
    num_train_epochs=12,
    warmup_ratio=0.1,
    generation_max_length=max_target_length,
    report_to="none",
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["validation"],
    data_collator=data_collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()

results = trainer.evaluate(tokenized_datasets["test"], metric_key_prefix="test")
print("test exact match:", results["test_exact_match"])
print("test word accuracy:", results["test_word_accuracy"])
