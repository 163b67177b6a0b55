# Preis aus dem Anzeigentext schätzen (Regression)
import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

daten = load_dataset("data/prices")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def vorbereiten(zeilen):
    kodiert = tokenizer(zeilen["text"], truncation=True)
    kodiert["labels"] = [preis / 1000 for preis in zeilen["price"]]
    return kodiert


daten = daten.map(vorbereiten, batched=True, remove_columns=["text", "price"])

modell = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, problem_type="regression"
)


def kennzahlen(ergebnis):
    vorhersage = ergebnis.predictions.squeeze(-1)
    wahr = ergebnis.label_ids
    fehler = vorhersage - wahr
    return {
        "mae_euro": 1000 * float(np.abs(fehler).mean()),
        "r2": 1 - float((fehler ** 2).sum() / ((wahr - wahr.mean()) ** 2).sum()),
    }


argumente = TrainingArguments(
    output_dir="runs/velvet",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=6,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
    seed=3,
)
trainer = Trainer(
    model=modell,
    args=argumente,
    train_dataset=daten["train"],
    eval_dataset=daten["validation"],
    processing_class=tokenizer,
    compute_metrics=kennzahlen,
)
trainer.train()
print(trainer.evaluate(daten["test"]))
