"""First masked-language-model training on unlabelled tickets, then the classifier on top of it."""
import math

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForMaskedLM, AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorForLanguageModeling, DataCollatorWithPadding, Trainer, TrainingArguments,
                          set_seed)

BASE, ADAPTED = "checkpoints/tickets", "out/od12/adapted"
set_seed(4)
tok = AutoTokenizer.from_pretrained(BASE)
raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
enc = raw.map(lambda b: tok(b["text"], truncation=True, return_special_tokens_mask=True), batched=True)

# ---- stage 1
lm_data = enc.remove_columns(["text", "desk", "desk_id"])
lm = AutoModelForMaskedLM.from_pretrained(BASE)
lm_trainer = Trainer(
    lm,
    TrainingArguments("out/od12/lm", num_train_epochs=10, learning_rate=1.5e-3, per_device_train_batch_size=16,
                      logging_steps=60, save_strategy="no", report_to="none"),
    train_dataset=lm_data["train"],
    eval_dataset=lm_data["validation"],
    data_collator=DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.15),
)
before = lm_trainer.evaluate()["eval_loss"]
lm_trainer.train()
after = lm_trainer.evaluate()["eval_loss"]
print(f"masked perplexity {math.exp(before):.1f} -> {math.exp(after):.1f}")
lm_trainer.save_model(ADAPTED)
tok.save_pretrained(ADAPTED)

# ---- stage 2
cls_data = enc.remove_columns(["text", "desk", "special_tokens_mask"]).rename_column("desk_id", "labels")
names = {i: d for i, d in zip(raw["train"]["desk_id"], raw["train"]["desk"])}
clf = AutoModelForSequenceClassification.from_pretrained(
    ADAPTED, num_labels=4, id2label=names, label2id={v: k for k, v in names.items()})
trainer = Trainer(
    clf,
    TrainingArguments("out/od12/clf", num_train_epochs=6, learning_rate=1e-3, per_device_train_batch_size=16,
                      eval_strategy="epoch", logging_strategy="epoch", save_strategy="no", report_to="none"),
    train_dataset=cls_data["train"],
    eval_dataset=cls_data["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=lambda p: {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))},
)
trainer.train()
print("test accuracy", trainer.evaluate(cls_data["test"])["eval_accuracy"])
