import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
)

DATA = {"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"}
DEFECT = ("does not start", "strange noise", "stopped after", "with a scratch")


def accuracy(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": (logits.argmax(-1) == labels).mean().item()}


def run(model, tokenizer, ds, out, epochs):
    args = TrainingArguments(
        output_dir=out,
        num_train_epochs=epochs,
        learning_rate=5e-4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=5,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["test"],
        processing_class=tokenizer,
        compute_metrics=accuracy,
    )
    trainer.train()
    print(out, trainer.evaluate())
    trainer.save_model(out)


def stage_one():
    ckpt = "checkpoints/tickets"
    tokenizer = AutoTokenizer.from_pretrained(ckpt)
    model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=4)
    ds = load_dataset("json", data_files=DATA)
    ds = ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
    ds = ds.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
    run(model, tokenizer, ds, "out/yb07/desks", epochs=5)


def stage_two():
    """Go on from the desk model: is the ticket about a defect or not?"""
    ckpt = "out/yb07/desks"
    tokenizer = AutoTokenizer.from_pretrained(ckpt)
    model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=2, ignore_mismatched_sizes=True)
    ds = load_dataset("json", data_files=DATA)

    def prepare(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = [int(any(d in t for d in DEFECT)) for t in batch["text"]]
        return enc

    ds = ds.map(prepare, batched=True, remove_columns=["text", "desk", "desk_id"])
    print("share of defects:", np.mean(ds["train"]["labels"]))
    run(model, tokenizer, ds, "out/yb07/defects", epochs=5)


if __name__ == "__main__":
    stage_one()
    stage_two()
