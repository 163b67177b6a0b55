"""Fine-tune the little BART on "date -> code" and report exact match after each epoch."""
import json

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

set_seed(11)
CKPT = "checkpoints/dates"


def rows(split):
    with open(f"data/dates/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = rows("train")
known = {r["date"] for r in train_rows}
val_rows = [r for r in rows("validation") if r["date"] not in known]

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)


def preprocess(batch):
    enc = tokenizer(batch["date"], truncation=True, max_length=16)
    enc["labels"] = tokenizer(text_target=batch["code"], truncation=True, max_length=16)["input_ids"]
    return enc


train_ds = Dataset.from_list(train_rows).map(preprocess, batched=True, remove_columns=["date", "code"])
val_ds = Dataset.from_list(val_rows).map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    if isinstance(preds, tuple):
        preds = preds[0]
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    labels = np.where(labels != -100, labels, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    hits = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
    return {"exact_match": float(np.mean(hits))}


args = Seq2SeqTrainingArguments(
    output_dir="out/id01",
    num_train_epochs=25,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=1e-3,
    warmup_ratio=0.05,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    generation_max_length=8,
    generation_num_beams=1,
    report_to="none",
    use_cpu=True,
    seed=11,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
