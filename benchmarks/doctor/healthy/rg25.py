"""A small grid over learning rate and batch size; the winner on validation is tested once."""
import itertools
import shutil

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

OUT = "out/rf25"
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
files = {s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")}
ds = load_dataset("json", data_files=files).rename_column("desk_id", "label")
ds = ds.map(lambda r: tok(r["text"], truncation=True), batched=True)


def model_init():
    return AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)


def accuracy(p):
    return {"accuracy": (np.argmax(p.predictions, -1) == p.label_ids).mean().item()}


def run(lr, bs):
    set_seed(0)
    args = TrainingArguments(
        output_dir=f"{OUT}/lr{lr}-bs{bs}",
        learning_rate=lr,
        per_device_train_batch_size=bs,
        per_device_eval_batch_size=80,
        num_train_epochs=10,
        warmup_ratio=0.1,
        logging_strategy="no",
        eval_strategy="no",
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Trainer(
        model_init=model_init,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=accuracy,
    )
    trainer.train()
    return trainer, trainer.evaluate()


best = None
for lr, bs in itertools.product([1e-4, 1e-3, 3e-3], [16, 48]):
    trainer, scores = run(lr, bs)
    print(f"lr {lr:<7} batch {bs:<3} val loss {scores['eval_loss']:.4f} val acc {scores['eval_accuracy']:.3f}")
    if best is None or scores["eval_loss"] < best["loss"]:
        best = {"loss": scores["eval_loss"], "lr": lr, "bs": bs}
        shutil.rmtree(f"{OUT}/best", ignore_errors=True)
        trainer.save_model(f"{OUT}/best")
        tok.save_pretrained(f"{OUT}/best")
print("winner", best)

final = Trainer(
    model=AutoModelForSequenceClassification.from_pretrained(f"{OUT}/best"),
    args=TrainingArguments(output_dir=OUT, per_device_eval_batch_size=80, report_to="none", disable_tqdm=True),
    data_collator=DataCollatorWithPadding(AutoTokenizer.from_pretrained(f"{OUT}/best")),
    compute_metrics=accuracy,
)
print("test accuracy", final.evaluate(ds["test"])["eval_accuracy"])
