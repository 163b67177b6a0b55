"""Schätzt den Preis einer Kleinanzeige (Regression)."""
import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments, set_seed

set_seed(3)
pfad = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(pfad)
daten = load_dataset("data/prices")
EINHEIT = 1.0


def vorbereiten(beispiele):
    kodiert = tokenizer(beispiele["text"], truncation=True)
    kodiert["labels"] = [float(p) / EINHEIT for p in beispiele["price"]]
    return kodiert


daten = daten.map(vorbereiten, batched=True, remove_columns=["text", "price"])


def auswerten(p):
    schaetzung = p.predictions.squeeze(-1) * EINHEIT
    wahr = p.label_ids * EINHEIT
    fehler = schaetzung - wahr
    return {
        "mae": float(np.abs(fehler).mean()),
        "r2": float(1 - (fehler**2).sum() / ((wahr - wahr.mean()) ** 2).sum()),
    }


modell = AutoModelForSequenceClassification.from_pretrained(pfad, num_labels=1, problem_type="regression")
argumente = TrainingArguments(
    output_dir="out/preise",
    learning_rate=1e-3,
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    lr_scheduler_type="cosine",
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(
    model=modell,
    args=argumente,
    train_dataset=daten["train"],
    eval_dataset=daten["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=auswerten,
)
trainer.train()
ergebnis = trainer.evaluate(daten["test"])
print(f"Test: MAE {ergebnis['eval_mae']:.0f} Euro, R2 {ergebnis['eval_r2']:.2f}")
