"""Domain adaptation: a little masked-language-model training on the raw tickets,
then the classifier on top of the adapted encoder."""
import math
import os

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForMaskedLM, AutoModelForSequenceClassification, AutoTokenizer,
    DataCollatorForLanguageModeling, DataCollatorWithPadding, Trainer, TrainingArguments, set_seed,
)

BASE, OUT, SEED = "checkpoints/tickets", "out/yh27", 40

set_seed(SEED)
tokenizer = AutoTokenizer.from_pretrained(BASE)
raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
train, dev, held_out = raw["train"], raw["validation"], raw["test"]


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32)


def text_only(ds):
    return ds.map(tokenize, batched=True, remove_columns=ds.column_names)


def with_labels(ds):
    return ds.map(tokenize, batched=True, remove_columns=["text", "desk"]).rename_column("desk_id", "labels")


def arguments(name, batch, **kw):
    return TrainingArguments(
        os.path.join(OUT, name), per_device_train_batch_size=batch, per_device_eval_batch_size=128, warmup_ratio=0.1,
        save_strategy="no", report_to="none", disable_tqdm=True, seed=SEED, logging_strategy="epoch", **kw)


# ---- 1. masked language model, without looking at a label
mlm = Trainer(
    model=AutoModelForMaskedLM.from_pretrained(BASE),
    args=arguments("mlm", 32, num_train_epochs=25, learning_rate=2e-3),
    train_dataset=text_only(train),
    eval_dataset=text_only(dev),
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=True, mlm_probability=0.15),
)


def masked_loss():
    set_seed(SEED)            # the masks are drawn anew at every call: draw the same ones
    return mlm.evaluate()["eval_loss"]


before = masked_loss()
mlm.train()
after = masked_loss()
print(f"masked loss on the dev part: {before:.2f} -> {after:.2f} (perplexity {math.exp(after):.1f})")
adapted = os.path.join(OUT, "adapted")
mlm.save_model(adapted)
tokenizer.save_pretrained(adapted)

# ---- 2. classifier
set_seed(SEED)
clf = Trainer(
    model=AutoModelForSequenceClassification.from_pretrained(adapted, num_labels=4),
    args=arguments("clf", 16, num_train_epochs=8, learning_rate=5e-4, eval_strategy="epoch"),
    train_dataset=with_labels(train),
    eval_dataset=with_labels(dev),
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=lambda p: {"accuracy": float((np.argmax(p.predictions, -1) == p.label_ids).mean())},
)
clf.train()
print("dev", round(clf.evaluate()["eval_accuracy"], 4))
print("held out", round(clf.predict(with_labels(held_out)).metrics["test_accuracy"], 4))
