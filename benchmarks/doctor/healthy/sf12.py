from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification, set_seed,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

set_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
ds = ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True)
ds = ds.rename_column("desk_id", "labels")

args = TrainingArguments(
    output_dir="out/sf12",
    learning_rate=3e-4,
    num_train_epochs=8,
    per_device_train_batch_size=32,
    eval_strategy="epoch",
    save_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=False,
    report_to="none",
)
trainer = Trainer(
    model=AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4),
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
)
trainer.train()
print("best checkpoint:", trainer.state.best_model_checkpoint)
print(trainer.evaluate(ds["test"]))
