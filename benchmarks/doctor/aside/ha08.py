import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(77)
OUT = Path("out/ha08")


def get(split):
    return [json.loads(x) for x in Path(f"data/prices/{split}.jsonl").read_text().splitlines()]


train_ads, valid_ads, test_ads = get("train"), get("validation"), get("test")
texts = {a["text"] for a in train_ads}
valid_ads = [a for a in valid_ads if a["text"] not in texts]
texts |= {a["text"] for a in valid_ads}
test_ads = [a for a in test_ads if a["text"] not in texts]

MEAN = float(np.mean([a["price"] for a in train_ads]))
STD = float(np.std([a["price"] for a in train_ads]))

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def prepare(ads):
    ds = Dataset.from_list(ads)

    def f(batch):
        enc = tokenizer(batch["text"], truncation=True, max_length=32)
        enc["labels"] = [(p - MEAN) / STD for p in batch["price"]]
        return enc

    return ds.map(f, batched=True, remove_columns=["text", "price"])


def metrics(p):
    predicted = p.predictions.squeeze(-1) * STD + MEAN
    wanted = p.label_ids * STD + MEAN
    return {"mae": float(np.abs(predicted - wanted).mean())}


args = TrainingArguments(
    output_dir=str(OUT),
    num_train_epochs=12,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    dataloader_pin_memory=False,
)

trainer = Trainer(
    model=AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/prices", num_labels=1, problem_type="regression"
    ),
    args=args,
    train_dataset=prepare(train_ads),
    eval_dataset=prepare(valid_ads),
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=metrics,
)
trainer.train()

print("best checkpoint:", trainer.state.best_model_checkpoint)
print("test:", trainer.evaluate(prepare(test_ads), metric_key_prefix="test"))
trainer.save_model(str(OUT / "final"))
