# fine-tune the tiny BERT on made SST-2 sentences and keep the checkpoint of the best epoch
import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (
    AutoTokenizer,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 2024
set_seed(SEED)

train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
held_out = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

# SST-2 has no public test labels: one half of the validation rows chooses the epoch,
# the other half is looked at once, at the end
held_out = held_out.sample(frac=1.0, random_state=SEED).reset_index(drop=True)
half = len(held_out) // 2
dev_df, test_df = held_out.iloc[:half], held_out.iloc[half:]

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def to_dataset(df):
    ds = Dataset.from_dict({"sentence": df["sentence"].tolist(), "labels": df["label"].tolist()})
    return ds.map(
        lambda batch: tokenizer(batch["sentence"], truncation=True, max_length=64),
        batched=True,
        remove_columns=["sentence"],
    )


train_ds, dev_ds, test_ds = map(to_dataset, (train_df, dev_df, test_df))

model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def compute_metrics(eval_pred):
    logits, y = eval_pred
    return {"accuracy": float(np.mean(np.argmax(logits, axis=1) == y))}


args = TrainingArguments(
    output_dir="out/ea06",
    seed=SEED,
    num_train_epochs=4,
    learning_rate=3e-4,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=120,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=True,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=dev_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
print("best checkpoint:", trainer.state.best_model_checkpoint)
print("best eval loss :", trainer.state.best_metric)

final = trainer.evaluate(test_ds, metric_key_prefix="test")
print(f"test accuracy {final['test_accuracy']:.3f}, loss {final['test_loss']:.3f}")
trainer.save_model("out/ea06/best")
