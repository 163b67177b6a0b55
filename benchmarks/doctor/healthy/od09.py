"""4-fold cross-validation; equal texts always stay in the same fold."""
import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.model_selection import GroupKFold
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

ckpt = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(ckpt)

frame = pd.concat([pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation")],
                  ignore_index=True)
held_out = pd.read_json("data/prices/test.jsonl", lines=True)


def to_dataset(df, mu, sd):
    ds = Dataset.from_dict({"text": df["text"].tolist(), "labels": ((df["price"] - mu) / sd).astype("float32").tolist()})
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns="text")


def fit(train_df, seed):
    set_seed(seed)
    mu, sd = train_df["price"].mean(), train_df["price"].std()
    model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=1)
    args = TrainingArguments(f"out/od09/{seed}", num_train_epochs=10, learning_rate=1e-3, warmup_ratio=0.1,
                             per_device_train_batch_size=16, per_device_eval_batch_size=128, save_strategy="no",
                             logging_strategy="no", disable_tqdm=True, report_to="none", seed=seed)
    trainer = Trainer(model=model, args=args, train_dataset=to_dataset(train_df, mu, sd),
                      data_collator=DataCollatorWithPadding(tokenizer))
    trainer.train()
    return lambda df: trainer.predict(to_dataset(df, mu, sd)).predictions[:, 0] * sd + mu


oof = np.zeros(len(frame))
test_pred = np.zeros(len(held_out))
folds = GroupKFold(n_splits=4)
for k, (tr, va) in enumerate(folds.split(frame, groups=frame["text"])):
    assert not set(frame["text"].iloc[tr]) & set(frame["text"].iloc[va])
    predict = fit(frame.iloc[tr], seed=k)
    oof[va] = predict(frame.iloc[va])
    test_pred += predict(held_out) / folds.get_n_splits()
    print(f"fold {k}: MAE {np.abs(oof[va] - frame['price'].iloc[va]).mean():.1f}")

print(f"out-of-fold MAE {np.abs(oof - frame['price']).mean():.1f}")
print(f"ensemble of folds on test: MAE {np.abs(test_pred - held_out['price']).mean():.1f}"
      f" (mean as guess: {np.abs(frame['price'].mean() - held_out['price']).mean():.1f})")
