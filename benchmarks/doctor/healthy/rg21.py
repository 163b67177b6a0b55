import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import KFold
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

CKPT = "checkpoints/prices"
FOLDS = 3
df = pd.read_json("data/prices/train.jsonl", lines=True)
df_test = pd.read_json("data/prices/test.jsonl", lines=True)
tok = AutoTokenizer.from_pretrained(CKPT)


def to_dataset(frame, mean, std):
    ds = Dataset.from_dict({
        "text": frame.text.tolist(),
        "labels": ((frame.price - mean) / std).astype("float32").tolist(),
    })
    return ds.map(lambda b: tok(b["text"], truncation=True), batched=True, remove_columns="text")


def train_fold(train_df, valid_df, fold):
    set_seed(100 + fold)
    mean, std = train_df.price.mean(), train_df.price.std()
    train_ds, valid_ds = to_dataset(train_df, mean, std), to_dataset(valid_df, mean, std)
    # a new model for every fold
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")

    def metrics(p):
        pred = p.predictions.squeeze(-1) * std + mean
        true = p.label_ids * std + mean
        return {"mae": mean_absolute_error(true, pred), "r2": r2_score(true, pred)}

    args = TrainingArguments(
        output_dir=f"out/rf21/fold{fold}", learning_rate=3e-3, num_train_epochs=20,
        per_device_train_batch_size=32, per_device_eval_batch_size=128, warmup_ratio=0.1,
        logging_steps=50, eval_strategy="no", save_strategy="no", report_to="none", disable_tqdm=True,
    )
    trainer = Trainer(model=model, args=args, train_dataset=train_ds, eval_dataset=valid_ds,
                      data_collator=DataCollatorWithPadding(tok), compute_metrics=metrics)
    trainer.train()
    scores = trainer.evaluate()
    test_pred = trainer.predict(to_dataset(df_test, mean, std)).predictions.squeeze(-1) * std + mean
    return scores, test_pred


results, ensemble = [], []
for fold, (tr, va) in enumerate(KFold(FOLDS, shuffle=True, random_state=0).split(df)):
    scores, pred = train_fold(df.iloc[tr], df.iloc[va], fold)
    print(f"fold {fold}: MAE {scores['eval_mae']:.1f}  R2 {scores['eval_r2']:.3f}")
    results.append(scores["eval_mae"])
    ensemble.append(pred)

print(f"cross-validated MAE {np.mean(results):.1f} +- {np.std(results):.1f}")
mean_pred = np.mean(ensemble, axis=0)
print("test MAE of the averaged folds", round(mean_absolute_error(df_test.price, mean_pred), 1))
print("test R2", round(r2_score(df_test.price, mean_pred), 3))
