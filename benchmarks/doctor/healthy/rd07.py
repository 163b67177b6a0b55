import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import Trainer, TrainingArguments, TrainerCallback, DataCollatorWithPadding

torch.manual_seed(0)

ckpt = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=4)

# Keep the embeddings and the first block as they were pretrained,
# train only the last block and the head.
model.distilbert.embeddings.requires_grad_(False)
model.distilbert.transformer.layer[0].requires_grad_(False)

total = sum(p.numel() for p in model.parameters())
trainable = sum(p.numel() for p in model.parameters() if p.requires_grad)
print(f"trainable parameters: {trainable:,} of {total:,}")

before = {n: p.detach().clone() for n, p in model.named_parameters()}


def make(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    ds = Dataset.from_dict({"text": df["text"].tolist(), "labels": df["desk_id"].tolist()})
    return ds.map(lambda x: tokenizer(x["text"], truncation=True, max_length=32), batched=True)


class PrintLoss(TrainerCallback):
    def on_log(self, args, state, control, logs=None, **kwargs):
        if logs and "loss" in logs:
            print(f"step {state.global_step:4d}  loss {logs['loss']:.4f}")


train_ds, val_ds = make("train"), make("validation")
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/rd07",
        num_train_epochs=8,
        learning_rate=2e-3,
        per_device_train_batch_size=16,
        logging_steps=60,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=train_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    callbacks=[PrintLoss()],
)
trainer.train()

for n, p in model.named_parameters():
    moved = (p.detach() - before[n]).abs().max().item()
    if n.endswith("weight"):
        print(f"{n:60s} max change {moved:.5f}")

out = trainer.predict(val_ds)
print("validation accuracy", (out.predictions.argmax(-1) == out.label_ids).mean())
