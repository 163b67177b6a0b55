# coding: utf-8
# predict the asking price from a small ad

import numpy as np
import torch
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from transformers import Trainer, TrainingArguments
from transformers import set_seed

set_seed(0)

files = {s: f"data/prices/{s}.jsonl" for s in ("train", "validation", "test")}
ads = load_dataset("json", data_files=files)
print(ads["train"].features)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def tokenize(batch):
    out = tokenizer(batch["text"], truncation=True, max_length=32)
    # price in thousands
    out["label"] = [p / 1000 for p in batch["price"]]
    return out


ads = ads.map(tokenize, batched=True, remove_columns=["text", "price"])
print(ads["train"][0])

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)


# a few ads have odd prices, so use a robust loss
class HuberTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.get("labels")
        outputs = model(**inputs)
        loss_fct = torch.nn.HuberLoss(delta=0.5)
        loss = loss_fct(outputs.logits.view(-1), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(pred):
    y = pred.label_ids.reshape(-1)
    yhat = pred.predictions.reshape(-1)
    rmse = np.sqrt(np.mean((y - yhat) ** 2))
    r2 = 1 - np.sum((y - yhat) ** 2) / np.sum((y - y.mean()) ** 2)
    return {"rmse": float(rmse), "r2": float(r2)}


training_args = TrainingArguments(
    output_dir="out/aa04",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)

trainer = HuberTrainer(
    model=model,
    args=training_args,
    train_dataset=ads["train"],
    eval_dataset=ads["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

res = trainer.predict(ads["test"])
print(res.metrics)
for p, y in zip(res.predictions[:5], res.label_ids[:5]):
    print(f"predicted {1000 * p[0]:.0f}   asked {1000 * y:.0f}")
