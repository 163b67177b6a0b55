# Spell dates in the archive's code: "on 24 june 2023" -> "barul bawob lorul"
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(0)
name = "checkpoints/dates"
tok = AutoTokenizer.from_pretrained(name)
model = AutoModelForSeq2SeqLM.from_pretrained(name)


def rows(split):
    return [json.loads(line) for line in open(f"data/dates/{split}.jsonl", encoding="utf8")]


def encode(batch):
    return tok(batch["date"], text_target=batch["code"], truncation=True, max_length=32)


train = rows("train")
known = {r["date"] for r in train}
valid = [r for r in rows("validation") if r["date"] not in known]
train = Dataset.from_list(train).map(encode, batched=True, remove_columns=["date", "code"])
valid = Dataset.from_list(valid).map(encode, batched=True, remove_columns=["date", "code"])


def exact_match(eval_pred):
    preds, labels = eval_pred
    preds = np.where(preds >= 0, preds, tok.pad_token_id)
    decoded = tok.batch_decode(preds, skip_special_tokens=True)
    wanted = tok.batch_decode(labels, skip_special_tokens=True)
    hits = [d.strip() == w.strip() for d, w in zip(decoded, wanted)]
    return {"exact": float(np.mean(hits))}


args = Seq2SeqTrainingArguments(
    output_dir="out/ha03",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=25,
    learning_rate=2e-3,
    warmup_steps=50,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    predict_with_generate=True,
    generation_max_length=10,
    report_to="none",
    use_cpu=True,
    dataloader_pin_memory=False,
)
trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=valid,
    processing_class=tok,
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    compute_metrics=exact_match,
)
trainer.train()
print("exact match:", trainer.evaluate()["eval_exact"])
