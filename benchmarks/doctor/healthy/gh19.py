"""Dates -> code words with the little BART."""
import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, set_seed)

CKPT = "checkpoints/dates"
set_seed(6)
tok = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSeq2SeqLM.from_pretrained(CKPT)


def rows(split):
    return [json.loads(l) for l in open(f"data/dates/{split}.jsonl")]


parts = {s: rows(s) for s in ("train", "validation", "test")}
blocked = {r["date"] for r in parts["validation"] + parts["test"]}
parts["train"] = [r for r in parts["train"] if r["date"] not in blocked]
seen_in_test = {r["date"] for r in parts["test"]}
parts["validation"] = [r for r in parts["validation"] if r["date"] not in seen_in_test]
data = DatasetDict({k: Dataset.from_list(v) for k, v in parts.items()})


def encode(batch):
    return tok(batch["date"], text_target=batch["code"], truncation=True, max_length=16)


data = data.map(encode, batched=True, remove_columns=["date", "code"])
# pads inputs with <pad>, labels with -100, and makes decoder_input_ids from the labels
collator = DataCollatorForSeq2Seq(tok, model=model, label_pad_token_id=-100, pad_to_multiple_of=4)


def to_text(ids):
    ids = np.where(ids < 0, tok.pad_token_id, ids)
    return [t.strip() for t in tok.batch_decode(ids, skip_special_tokens=True)]


def metrics(pred):
    guess, gold = to_text(pred.predictions), to_text(pred.label_ids)
    words = [np.mean([a == b for a, b in zip(g.split(), h.split())]) if len(g.split()) == len(h.split()) else 0.0
             for g, h in zip(guess, gold)]
    return {"exact": float(np.mean([a == b for a, b in zip(guess, gold)])), "words": float(np.mean(words))}


args = Seq2SeqTrainingArguments(
    output_dir="out/gh19", num_train_epochs=50, per_device_train_batch_size=16, per_device_eval_batch_size=80,
    learning_rate=1e-3, warmup_ratio=0.05, lr_scheduler_type="cosine", weight_decay=0.01,
    eval_strategy="steps", eval_steps=300, save_strategy="steps", save_steps=300, save_total_limit=1,
    load_best_model_at_end=True, metric_for_best_model="exact", greater_is_better=True,
    predict_with_generate=True, generation_max_length=10, generation_num_beams=1,
    logging_steps=150, report_to="none", use_cpu=True, seed=6)
trainer = Seq2SeqTrainer(model=model, args=args, train_dataset=data["train"], eval_dataset=data["validation"],
                         data_collator=collator, processing_class=tok, compute_metrics=metrics)
trainer.train()

final = trainer.predict(data["test"], num_beams=3, max_length=10)
print({k: round(v, 4) for k, v in final.metrics.items() if k.startswith("test_")})
for row, out in list(zip(parts["test"], to_text(final.predictions)))[:5]:
    print(f"{row['date']:28s} {row['code']:22s} {out}")
