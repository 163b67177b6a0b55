# Two parameter groups and own optimizer + schedule handed to the Trainer.
import numpy as np
import torch
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments,
    get_cosine_schedule_with_warmup,
)

EPOCHS, BATCH = 6, 16
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
# the order placeholder is not in the vocabulary yet
tok.add_tokens(["[ORDER]"])

ds = load_dataset("data/tickets").map(lambda r: tok(r["text"], truncation=True), batched=True)
ds = ds.remove_columns(["text", "desk"]).rename_column("desk_id", "labels").with_format("torch")

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
model.resize_token_embeddings(len(tok))

body = [p for n, p in model.named_parameters() if n.startswith("distilbert.")]
head = [p for n, p in model.named_parameters() if not n.startswith("distilbert.")]
optimizer = torch.optim.AdamW(
    [{"params": body, "lr": 7e-4}, {"params": head, "lr": 2e-3}],
    weight_decay=0.01,
)
steps = EPOCHS * int(np.ceil(len(ds["train"]) / BATCH))
scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)

args = TrainingArguments(
    output_dir="runs/tundra",
    num_train_epochs=EPOCHS,
    per_device_train_batch_size=BATCH,
    per_device_eval_batch_size=80,
    eval_strategy="steps",
    eval_steps=60,
    save_strategy="no",
    logging_steps=60,
    report_to="none",
)


def accuracy(eval_pred):
    logits, y = eval_pred
    return {"accuracy": float((logits.argmax(-1) == y).mean())}


trainer = Trainer(
    model=model, args=args,
    train_dataset=ds["train"], eval_dataset=ds["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=accuracy,
    optimizers=(optimizer, scheduler),
)
trainer.train()
print("validation accuracy", trainer.evaluate()["eval_accuracy"])
