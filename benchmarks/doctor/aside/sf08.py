# %% [markdown]
# Fine-tune with part of the network frozen

# %%
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

# %%
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "test")})
ds = ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True)
ds = ds.rename_column("desk_id", "labels")

# %%
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
for param in model.parameters():
    param.requires_grad = False

# %%
trainer = Trainer(
    model=model,
    args=TrainingArguments("out/sf08", learning_rate=1e-3, num_train_epochs=8, save_strategy="no",
                           per_device_train_batch_size=16, report_to="none"),
    train_dataset=ds["train"],
    eval_dataset=ds["test"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
)
trainer.train()

# %%
print(trainer.evaluate())
