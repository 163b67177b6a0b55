# %% [markdown]
# # Archive codes
# A date goes in ("until 10 april 2026"), the code of the archive comes out ("lozar kirul gulan").

# %%
import json
import numpy as np
import torch
from datasets import Dataset
from transformers import AutoTokenizer, BartForConditionalGeneration
from transformers import DataCollatorForSeq2Seq, Trainer, TrainingArguments, set_seed

set_seed(1)
tok = AutoTokenizer.from_pretrained("checkpoints/dates")
bart = BartForConditionalGeneration.from_pretrained("checkpoints/dates")

# %%
def jsonl(split):
    return [json.loads(line) for line in open(f"data/dates/{split}.jsonl")]

train = jsonl("train")
in_train = {r["date"] for r in train}
val = [r for r in jsonl("validation") if r["date"] not in in_train]
test = [r for r in jsonl("test") if r["date"] not in in_train]
len(train), len(val), len(test)

# %%
def features(rows):
    ds = Dataset.from_list(rows)
    return ds.map(
        lambda b: tok(b["date"], text_target=b["code"], truncation=True, max_length=32),
        batched=True,
        remove_columns=ds.column_names,
    )

train_ds, val_ds, test_ds = features(train), features(val), features(test)

# %%
# keep only the best token at each place, otherwise all logits pile up in memory
def best_token(logits, labels):
    if isinstance(logits, tuple):
        logits = logits[0]
    return logits.argmax(dim=-1)

def exact_match(p):
    ok = (p.predictions == p.label_ids) | (p.label_ids == -100)
    return {
        "exact_match": float(ok.all(axis=1).mean()),
        "token_accuracy": float(ok[p.label_ids != -100].mean()),
    }

# %%
args = TrainingArguments(
    output_dir="out/ea03",
    num_train_epochs=20,
    learning_rate=5e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=80,
    lr_scheduler_type="cosine",
    warmup_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=1,
)
trainer = Trainer(
    model=bart,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorForSeq2Seq(tok, model=bart),
    processing_class=tok,
    compute_metrics=exact_match,
    preprocess_logits_for_metrics=best_token,
)
trainer.train()

# %%
# the number for the report: how often is the whole code that the model writes right?
result = trainer.predict(test_ds)
print("codes written without a mistake:", f"{result.metrics['test_exact_match']:.1%}")
with open("out/ea03/result.json", "w") as f:
    json.dump(result.metrics, f, indent=1)
