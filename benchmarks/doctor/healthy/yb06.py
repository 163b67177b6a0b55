import numpy as np
import torch
from torch import nn
from datasets import load_dataset
from transformers import AutoModel, AutoTokenizer, DataCollatorWithPadding, EarlyStoppingCallback
from transformers import Trainer, TrainingArguments, set_seed

set_seed(11)
checkpoint = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


class MeanPoolClassifier(nn.Module):
    def __init__(self, checkpoint, n_classes):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        hidden = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Linear(hidden, hidden), nn.Tanh(), nn.Dropout(0.1), nn.Linear(hidden, n_classes))
        self.loss_fn = nn.CrossEntropyLoss()

    def forward(self, input_ids, attention_mask, targets=None):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        pooled = (h * mask).sum(1) / mask.sum(1).clamp(min=1.0)
        logits = self.head(pooled)
        if targets is not None:
            return {"loss": self.loss_fn(logits, targets), "logits": logits}
        return {"logits": logits}


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["targets"] = batch["desk_id"]
    return enc


files = {k: f"data/tickets/{k}.jsonl" for k in ("train", "validation", "test")}
data = load_dataset("json", data_files=files)
data = data.map(preprocess, batched=True, remove_columns=data["train"].column_names)


def compute_metrics(pred):
    y_hat = pred.predictions.argmax(axis=1)
    return {"accuracy": float(np.mean(y_hat == pred.label_ids))}


args = TrainingArguments(
    output_dir="out/yb06",
    overwrite_output_dir=True,
    num_train_epochs=10,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    label_names=["targets"],
    report_to="none",
)

trainer = Trainer(
    model=MeanPoolClassifier(checkpoint, 4),
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
)
trainer.train()
print(trainer.evaluate(data["test"]))
