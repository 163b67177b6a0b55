import json
from pathlib import Path

import numpy as np
from torch.utils.data import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

DATA = Path("data/tickets")
CKPT = "checkpoints/tickets"
RUN_DIR = Path("out/fa06")


class TicketDataset(Dataset):
    def __init__(self, records, tokenizer):
        self.enc = tokenizer([r["text"] for r in records], truncation=True, max_length=32)
        self.y = [r["desk_id"] for r in records]

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        item = {k: v[i] for k, v in self.enc.items()}
        item["labels"] = self.y[i]
        return item


def read_splits():
    out, taken = {}, set()
    # test first, then validation: whatever was met already is left out of the next split
    for name in ("test", "validation", "train"):
        rows = [json.loads(s) for s in (DATA / f"{name}.jsonl").read_text().splitlines()]
        out[name] = [r for r in rows if r["text"] not in taken]
        taken |= {r["text"] for r in rows}
    return out


def accuracy(p):
    return {"accuracy": float(np.mean(np.argmax(p.predictions, -1) == p.label_ids))}


set_seed(123)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
splits = {k: TicketDataset(v, tokenizer) for k, v in read_splits().items()}
print({k: len(v) for k, v in splits.items()})

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)

args = TrainingArguments(
    output_dir=str(RUN_DIR),
    num_train_epochs=10,
    learning_rate=5e-4,
    warmup_steps=25,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=True,
    report_to="none",
    seed=123,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=splits["train"],
    eval_dataset=splits["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=accuracy,
)
trainer.train()

print("kept:", trainer.state.best_model_checkpoint)
test = trainer.evaluate(splits["test"], metric_key_prefix="test")
print(f"test accuracy of the kept model: {test['test_accuracy']:.3f}")
trainer.save_model(str(RUN_DIR / "final"))
