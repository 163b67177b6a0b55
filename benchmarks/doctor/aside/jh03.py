import json
from pathlib import Path

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)

DATA = Path("data/dates")
MODEL = "checkpoints/dates"
MAX_LEN = 16

set_seed(7)
tokenizer = AutoTokenizer.from_pretrained(MODEL)
model = AutoModelForSeq2SeqLM.from_pretrained(MODEL)


def load_split(name, skip=()):
    rows = [json.loads(line) for line in (DATA / f"{name}.jsonl").open()]
    return Dataset.from_list([r for r in rows if r["date"] not in skip])


train = load_split("train")
valid = load_split("validation", skip=set(train["date"]))
test = load_split("test", skip=set(train["date"]) | set(valid["date"]))
raw = DatasetDict(train=train, validation=valid, test=test)


def preprocess(batch):
    return tokenizer(batch["date"], text_target=batch["code"], max_length=MAX_LEN, truncation=True)


data = raw.map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model)


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    decoded_preds = tokenizer.batch_decode(preds, skip_special_tokens=True)
    decoded_labels = tokenizer.batch_decode(labels, skip_special_tokens=True)
    pairs = [(p.strip(), l.strip()) for p, l in zip(decoded_preds, decoded_labels)]
    exact = np.mean([p == l for p, l in pairs])
    words = np.mean([np.mean([a == b for a, b in zip(l.split(), p.split() + [""] * 9)]) for p, l in pairs])
    return {"exact": float(exact), "words": float(words)}


args = Seq2SeqTrainingArguments(
    output_dir="out/jh03",
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=1e-3,
    warmup_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    predict_with_generate=True,
    generation_max_length=10,
    report_to="none",
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=collator,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.evaluate(data["test"], metric_key_prefix="test")
for k, v in result.items():
    print(k, round(v, 4))
