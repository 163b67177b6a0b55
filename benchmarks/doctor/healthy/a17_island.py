import numpy as np
import pandas as pd
import torch
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments
from datasets import Dataset

# ---- data: pandas, target standardised with the statistics of the training part ----
train_df = pd.read_json("data/prices/train.jsonl", lines=True)
valid_df = pd.read_json("data/prices/validation.jsonl", lines=True)
mu, sigma = train_df.price.mean(), train_df.price.std()
for df in (train_df, valid_df):
    df["labels"] = ((df.price - mu) / sigma).astype("float32")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")

def make(df):
    d = Dataset.from_pandas(df[["text", "labels"]], preserve_index=False)
    d = d.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True)
    return d.remove_columns("text")

train_ds, valid_ds = make(train_df), make(valid_df)

# ---- model ----
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)

class HuberTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        out = model(**inputs)
        loss = torch.nn.functional.smooth_l1_loss(out.logits.view(-1), labels.view(-1).float())
        return (loss, out) if return_outputs else loss

def rmse(p):
    euro = p.predictions.reshape(-1) * sigma + mu
    gold = p.label_ids.reshape(-1) * sigma + mu
    return {"rmse": float(np.sqrt(np.mean((euro - gold) ** 2))), "mae": float(np.mean(np.abs(euro - gold)))}

args = TrainingArguments(output_dir="runs/island", learning_rate=1e-3, per_device_train_batch_size=16,
                         num_train_epochs=6, eval_strategy="epoch", save_strategy="no", logging_steps=30,
                         report_to="none")
trainer = HuberTrainer(model=model, args=args, train_dataset=train_ds, eval_dataset=valid_ds,
                       processing_class=tokenizer, compute_metrics=rmse)
trainer.train()

m = trainer.evaluate()
print("baseline rmse (mean price):", round(float(np.sqrt(((valid_df.price - mu) ** 2).mean())), 1))
print("model rmse:", round(m["eval_rmse"], 1))
