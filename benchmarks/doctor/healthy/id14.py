# %% [markdown]
# Dates into code words: encoder-decoder with Seq2SeqTrainer, exact match of generated text.
# %%
import json

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

set_seed(2)
ckpt = "checkpoints/dates"
tok = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSeq2SeqLM.from_pretrained(ckpt)


# %% rows: every text belongs to one split only
def disjoint_splits():
    taken, out = set(), {}
    for split in ("train", "validation", "test"):
        rows = [json.loads(line) for line in open(f"data/dates/{split}.jsonl", encoding="utf-8")]
        out[split] = [r for r in rows if r["date"] not in taken]
        taken |= {r["date"] for r in rows}
    return out


raw = DatasetDict({k: Dataset.from_list(v) for k, v in disjoint_splits().items()})


def encode(batch):
    return tok(batch["date"], text_target=batch["code"], truncation=True, max_length=16)


data = raw.map(encode, batched=True, remove_columns=["date", "code"])
print(data)
print(tok.decode(data["train"][0]["input_ids"]), "->", tok.decode(data["train"][0]["labels"]))


# %% metric
def exact_match(p):
    def texts(ids):
        ids = np.where(ids == -100, tok.pad_token_id, ids)
        return [t.strip() for t in tok.batch_decode(ids, skip_special_tokens=True)]

    guess, gold = texts(p.predictions), texts(p.label_ids)
    return {"exact_match": sum(g == w for g, w in zip(guess, gold)) / len(gold)}


# %% training
BATCH = 16
EPOCHS = 50
every = 5 * -(-len(data["train"]) // BATCH)  # five epochs, in steps

args = Seq2SeqTrainingArguments(
    output_dir="out/id14",
    num_train_epochs=EPOCHS,
    per_device_train_batch_size=BATCH,
    per_device_eval_batch_size=64,
    learning_rate=2e-3,
    lr_scheduler_type="cosine",
    warmup_steps=100,
    max_grad_norm=1.0,
    predict_with_generate=True,
    generation_max_length=8,
    eval_strategy="steps",
    eval_steps=every,
    save_strategy="steps",
    save_steps=every,
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="exact_match",
    greater_is_better=True,
    logging_steps=every,
    report_to="none",
    use_cpu=True,
    seed=2,
)
trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorForSeq2Seq(tok, model=model),
    processing_class=tok,
    compute_metrics=exact_match,
)
trainer.train()

# %% the best checkpoint, once, on the test rows
result = trainer.predict(data["test"], metric_key_prefix="test")
print({k: round(v, 3) for k, v in result.metrics.items() if k in ("test_loss", "test_exact_match")})
