"""Dates in words -> code words, with a small BART."""
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

CKPT = "checkpoints/dates"
OUT = "out/JG01"
MAX_SOURCE = 16
MAX_TARGET = 4


def read(split):
    lines = Path(f"data/dates/{split}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


set_seed(11)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)

train_rows = read("train")
known = {r["date"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["date"] not in known]
test_rows = [r for r in read("test") if r["date"] not in known]


def encode(batch):
    enc = tokenizer(batch["date"], max_length=MAX_SOURCE, truncation=True)
    enc["labels"] = tokenizer(
        text_target=batch["code"], max_length=MAX_TARGET, truncation=True
    )["input_ids"]
    return enc


def prepare(rows):
    ds = Dataset.from_list(rows)
    return ds.map(encode, batched=True, remove_columns=ds.column_names)


train_ds, valid_ds, test_ds = prepare(train_rows), prepare(valid_rows), prepare(test_rows)


def to_text(ids):
    ids = np.where(ids == -100, tokenizer.pad_token_id, ids)
    return [t.strip() for t in tokenizer.batch_decode(ids, skip_special_tokens=True)]


def exact_match(eval_pred):
    predicted = to_text(eval_pred.predictions)
    wanted = to_text(eval_pred.label_ids)
    return {"exact_match": float(np.mean([p == w for p, w in zip(predicted, wanted)]))}


args = Seq2SeqTrainingArguments(
    output_dir=OUT,
    num_train_epochs=15,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=2e-3,
    warmup_ratio=0.1,
    lr_scheduler_type="linear",
    predict_with_generate=True,
    generation_max_length=12,
    generation_num_beams=1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=11,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    processing_class=tokenizer,
    compute_metrics=exact_match,
)
trainer.train()

scores = trainer.evaluate(test_ds, metric_key_prefix="test")
share = scores["test_exact_match"]
print(f"{share:.1%} of unseen dates are translated without any error")

Path(OUT).mkdir(parents=True, exist_ok=True)
Path(OUT, "scores.json").write_text(json.dumps(scores, indent=1))
