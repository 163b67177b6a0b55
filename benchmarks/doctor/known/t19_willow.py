import torch
from datasets import load_dataset
from transformers import (AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(8)
USUAL = 1200  # around this many euros; the model tells hundreds above or below it

ads = load_dataset("data/prices")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def prepare(batch):
    out = tokenizer(batch["text"], truncation=True)
    out["labels"] = [(price - USUAL) / 100 for price in batch["price"]]
    return out


ads = ads.map(prepare, batched=True, remove_columns=["text", "price"])

config = AutoConfig.from_pretrained("checkpoints/prices", seq_classif_dropout=0.1)
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", config=config)


def compute_metrics(pred):
    error = torch.tensor(pred.predictions).squeeze(-1) - torch.tensor(pred.label_ids)
    truth = torch.tensor(pred.label_ids, dtype=torch.float)
    return {
        "mae": error.abs().mean().item(),
        "r2": (1 - (error ** 2).sum() / ((truth - truth.mean()) ** 2).sum()).item(),
    }


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="/tmp/willow",
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        num_train_epochs=8,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        greater_is_better=False,
        logging_steps=60,
        report_to="none",
        use_cpu=True,
        seed=8,
    ),
    train_dataset=ads["train"],
    eval_dataset=ads["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.predict(ads["test"]).metrics)
