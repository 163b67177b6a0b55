import math
import numpy as np
import pandas as pd
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

MEAN, STD = 1200.0, 350.0


class AdsDataset(torch.utils.data.Dataset):
    def __init__(self, df, tokenizer, max_len=24):
        self.enc = tokenizer(list(df.text), truncation=True, padding="max_length", max_length=max_len, return_tensors="pt")
        self.y = torch.tensor((df.price.values - MEAN) / STD, dtype=torch.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return {"input_ids": self.enc["input_ids"][i], "attention_mask": self.enc["attention_mask"][i], "labels": self.y[i]}


class PriceModel:
    def __init__(self, checkpoint="checkpoints/prices", out="out/yb13"):
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=1, problem_type="regression")
        self.out = out

    @staticmethod
    def metrics(p):
        pred = p.predictions.reshape(-1) * STD + MEAN
        true = p.label_ids.reshape(-1) * STD + MEAN
        err = pred - true
        return {"rmse": math.sqrt(np.mean(err ** 2)), "mae": float(np.abs(err).mean())}

    def fit(self, train_df, val_df, epochs=12, lr=1e-3):
        args = TrainingArguments(
            output_dir=self.out,
            num_train_epochs=epochs,
            learning_rate=lr,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=80,
            warmup_ratio=0.05,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            report_to="none",
        )
        self.trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=AdsDataset(train_df, self.tokenizer),
            eval_dataset=AdsDataset(val_df, self.tokenizer),
            compute_metrics=self.metrics,
        )
        self.trainer.train()

    def predict(self, df):
        return self.trainer.predict(AdsDataset(df, self.tokenizer)).predictions.reshape(-1) * STD + MEAN


if __name__ == "__main__":
    set_seed(17)
    frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
    print(frames["train"].price.describe())
    pm = PriceModel()
    pm.fit(frames["train"], frames["validation"])
    test = frames["test"].copy()
    test["predicted"] = pm.predict(test)
    print(test.head(10).to_string())
    print("MAE:", (test.predicted - test.price).abs().mean())
    print("always the mean:", (frames["train"].price.mean() - test.price).abs().mean())
