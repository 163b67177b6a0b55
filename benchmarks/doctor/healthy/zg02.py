import json

import numpy as np
from sklearn.metrics import accuracy_score, precision_recall_fscore_support
from torch.utils.data import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)
CHECKPOINT = "checkpoints/tickets"


class TicketDataset(Dataset):
    def __init__(self, path, tokenizer):
        with open(path) as f:
            self.rows = [json.loads(line) for line in f]
        self.encodings = tokenizer([r["text"] for r in self.rows], truncation=True, max_length=32)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {
            "input_ids": self.encodings["input_ids"][i],
            "attention_mask": self.encodings["attention_mask"][i],
            "labels": self.rows[i]["desk_id"],
        }


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
train_ds = TicketDataset("data/tickets/train.jsonl", tokenizer)
val_ds = TicketDataset("data/tickets/validation.jsonl", tokenizer)
test_ds = TicketDataset("data/tickets/test.jsonl", tokenizer)

id2label = {r["desk_id"]: r["desk"] for r in train_ds.rows}
label2id = {v: k for k, v in id2label.items()}
print(sorted(id2label.items()), len(train_ds), len(val_ds), len(test_ds))

model = AutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT, num_labels=len(id2label), id2label=id2label, label2id=label2id
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    p, r, f1, _ = precision_recall_fscore_support(labels, preds, average="macro", zero_division=0)
    return {
        "accuracy": accuracy_score(labels, preds),
        "precision_macro": p,
        "recall_macro": r,
        "f1_macro": f1,
    }


args = TrainingArguments(
    output_dir="out/zg02",
    num_train_epochs=8,
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="f1_macro",
    greater_is_better=True,
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)

trainer.train()
print("best:", trainer.state.best_metric, trainer.state.best_model_checkpoint)
print(trainer.evaluate(test_ds, metric_key_prefix="test"))
