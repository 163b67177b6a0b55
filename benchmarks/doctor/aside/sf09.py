import numpy as np
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification, set_seed,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

set_seed(42)
CHECKPOINT = "checkpoints/tickets"
config = dict(learning_rate=0.1, num_train_epochs=6, per_device_train_batch_size=16,
              warmup_steps=10, weight_decay=0.01, logging_steps=30)

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
data = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
data = data.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True)
data = data.rename_column("desk_id", "labels").remove_columns(["text", "desk"])

model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)
trainer = Trainer(
    model=model,
    args=TrainingArguments("out/sf09", eval_strategy="epoch", save_strategy="no",
                           report_to="none", **config),
    train_dataset=data["train"], eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
)
trainer.train()
pred = trainer.predict(data["test"])
print(pred.metrics)
print("predicted per class:", np.bincount(pred.predictions.argmax(-1), minlength=4))
