"""Translate written dates to code words with a small BART."""
import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(11)
ckpt = "checkpoints/dates"
tok = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSeq2SeqLM.from_pretrained(ckpt)


def rows(split):
    with open(f"data/dates/{split}.jsonl") as fh:
        return [json.loads(x) for x in fh]


raw = {s: rows(s) for s in ("train", "validation", "test")}
seen_later = {r["date"] for r in raw["test"]}
raw["validation"] = [r for r in raw["validation"] if r["date"] not in seen_later]
seen_later |= {r["date"] for r in raw["validation"]}
raw["train"] = [r for r in raw["train"] if r["date"] not in seen_later]
ds = DatasetDict({s: Dataset.from_list(r) for s, r in raw.items()})


def preprocess(batch):
    return tok(batch["date"], text_target=batch["code"], truncation=True, max_length=32)


ds = ds.map(preprocess, batched=True, remove_columns=["date", "code"])


def to_text(ids):
    ids = np.where(ids == -100, tok.pad_token_id, ids)
    return [t.split() for t in tok.batch_decode(ids, skip_special_tokens=True)]


def metrics(p):
    guess, gold = to_text(p.predictions), to_text(p.label_ids)
    exact = [g == t for g, t in zip(guess, gold)]
    # share of the expected words that stand in their place
    hits = sum(a == b for g, t in zip(guess, gold) for a, b in zip(g, t))
    total = sum(len(t) for t in gold)
    return {"exact": float(np.mean(exact)), "words": hits / total}


args = Seq2SeqTrainingArguments(
    output_dir="out/qe03",
    max_steps=800,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_steps=100,
    eval_strategy="steps",
    eval_steps=200,
    save_strategy="steps",
    save_steps=200,
    save_total_limit=1,
    logging_steps=100,
    load_best_model_at_end=True,
    metric_for_best_model="words",
    greater_is_better=True,
    predict_with_generate=True,
    generation_max_length=10,
    generation_num_beams=1,
    report_to="none",
    use_cpu=True,
    seed=11,
)

trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorForSeq2Seq(tok, model=model, label_pad_token_id=-100),
    processing_class=tok,
    compute_metrics=metrics,
)
trainer.train()
result = trainer.predict(ds["test"], metric_key_prefix="test")
print({k: round(v, 4) for k, v in result.metrics.items() if k in ("test_exact", "test_words", "test_loss")})

# what somebody gets who always answers with the most frequent training code
codes = [r["code"] for r in raw["train"]]
usual = max(sorted(set(codes)), key=codes.count).split()
gold = [r["code"].split() for r in raw["test"]]
print("constant answer, exact:", round(float(np.mean([usual == g for g in gold])), 4),
      "words:", round(sum(a == b for g in gold for a, b in zip(usual, g)) / sum(map(len, gold)), 4))
for row, ids in list(zip(raw["test"], result.predictions))[:5]:
    print(row["date"], "->", " ".join(to_text(ids[None])[0]), "| expected", row["code"])
