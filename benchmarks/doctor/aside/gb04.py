import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

set_seed(42)
root = Path("data/dates")
checkpoint = "checkpoints/dates"

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)


def jsonl(name):
    return [json.loads(s) for s in (root / name).read_text().splitlines()]


validation = jsonl("validation.jsonl")
held_out = {r["date"] for r in validation}
train = [r for r in jsonl("train.jsonl") if r["date"] not in held_out]


def preprocess(examples):
    return tokenizer(examples["date"], text_target=examples["code"], max_length=32, truncation=True)


train_ds = Dataset.from_list(train).map(preprocess, batched=True, remove_columns=["date", "code"])
val_ds = Dataset.from_list(validation).map(preprocess, batched=True, remove_columns=["date", "code"])


def postprocess_text(texts):
    return [t.strip() for t in texts]


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = postprocess_text(tokenizer.batch_decode(preds, skip_special_tokens=True))
    decoded_labels = postprocess_text(tokenizer.batch_decode(labels, skip_special_tokens=True))
    exact = np.mean([p == l for p, l in zip(decoded_preds, decoded_labels)])
    words = [
        np.mean([a == b for a, b in zip(p.split() + [""] * 4, l.split())])
        for p, l in zip(decoded_preds, decoded_labels)
    ]
    lengths = [np.count_nonzero(p != tokenizer.pad_token_id) for p in preds]
    return {"exact": float(exact), "words": float(np.mean(words)), "gen_len": float(np.mean(lengths))}


args = Seq2SeqTrainingArguments(
    output_dir="out/gb04",
    num_train_epochs=30,
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    warmup_ratio=0.05,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    predict_with_generate=True,
    generation_max_length=12,
    report_to="none",
    use_cpu=True,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
