"""Translate written dates into code words with a small BART."""
import json
import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments)

CKPT = "checkpoints/dates"
MAX_LEN = 16

tok = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)


def load(split):
    rows = [json.loads(l) for l in open(f"data/dates/{split}.jsonl")]
    return Dataset.from_list(rows)


def preprocess(ex):
    enc = tok(ex["date"], max_length=MAX_LEN, truncation=True)
    enc["labels"] = tok(text_target=ex["code"], max_length=MAX_LEN, truncation=True)["input_ids"]
    return enc


train = load("train").map(preprocess, batched=True, remove_columns=["date", "code"])
valid = load("validation").map(preprocess, batched=True, remove_columns=["date", "code"])
test = load("test").map(preprocess, batched=True, remove_columns=["date", "code"])


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    preds = np.where(preds != -100, preds, tok.pad_token_id)
    labels = np.where(labels != -100, labels, tok.pad_token_id)
    pred_str = [p.strip() for p in tok.batch_decode(preds, skip_special_tokens=True)]
    label_str = [l.strip() for l in tok.batch_decode(labels, skip_special_tokens=True)]
    exact = np.mean([p == l for p, l in zip(pred_str, label_str)])
    return {"exact_match": float(exact)}


training_args = Seq2SeqTrainingArguments(
    output_dir="runs/z02",
    learning_rate=3e-3,
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    eval_strategy="steps",
    eval_steps=120,
    save_strategy="no",
    logging_steps=60,
    predict_with_generate=True,
    generation_max_length=MAX_LEN,
    report_to="none",
)

trainer = Seq2SeqTrainer(
    model=model,
    args=training_args,
    train_dataset=train,
    eval_dataset=valid,
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    processing_class=tok,
    compute_metrics=compute_metrics,
)

trainer.train()
print("TEST", trainer.evaluate(test, metric_key_prefix="test"))
