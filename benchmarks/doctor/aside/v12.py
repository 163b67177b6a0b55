# tickets with focal loss. transformers Trainer, custom compute_loss
import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

ckpt = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(ckpt)

frames = {s: pd.read_json(f"data/tickets/{s}.jsonl", lines=True) for s in ["train", "validation"]}
ds = DatasetDict({s: Dataset.from_pandas(f[["text", "desk_id"]].rename(columns={"desk_id": "label"})) for s, f in frames.items()})
ds = ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True)

counts = frames["train"].desk_id.value_counts().sort_index().values
class_weights = torch.tensor(counts.sum() / (len(counts) * counts), dtype=torch.float)
print("class weights", class_weights)


class FocalLossTrainer(Trainer):
    def __init__(self, *args, gamma=1.0, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.gamma = gamma
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        ce = F.cross_entropy(logits, labels, weight=self.class_weights.to(logits.device), reduction="none")
        pt = torch.exp(-ce)
        loss = ((1 - pt) ** self.gamma * ce).mean()
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    y_pred = np.argmax(p.predictions, axis=1)
    return {
        "acc": accuracy_score(p.label_ids, y_pred),
        "macro_f1": f1_score(p.label_ids, y_pred, average="macro"),
    }


model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=4)

args = TrainingArguments(
    "focal",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=8,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = FocalLossTrainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    class_weights=class_weights,
    gamma=1.0,
)
trainer.train()
print(trainer.evaluate())
