# Preisschätzung aus Kleinanzeigen: Regression mit einem kleinen DistilBERT
import argparse
import json
import os

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


def lies(name):
    with open(os.path.join("data", "prices", name + ".jsonl"), encoding="utf-8") as f:
        return [json.loads(z) for z in f]


def trenne(zeilen, verboten):
    return [z for z in zeilen if z["text"] not in verboten]


def texte(zeilen):
    return {z["text"] for z in zeilen}


def baue_datensatz(zeilen, tok, mittel, streuung):
    kodiert = tok([z["text"] for z in zeilen], truncation=True, max_length=32)
    ziel = [(z["price"] - mittel) / streuung for z in zeilen]
    return Dataset.from_dict({**kodiert, "label": ziel})


def masse(mittel, streuung):
    def rechne(p):
        schaetzung = p.predictions.squeeze(-1) * streuung + mittel
        wahr = p.label_ids * streuung + mittel
        fehler = schaetzung - wahr
        return {
            "mae": float(np.abs(fehler).mean()),
            "rmse": float(np.sqrt((fehler**2).mean())),
            "r2": float(1 - (fehler**2).sum() / ((wahr - wahr.mean()) ** 2).sum()),
        }

    return rechne


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochen", type=int, default=20)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--seed", type=int, default=5)
    ap.add_argument("--ziel", default="out/jc06")
    a = ap.parse_args()
    set_seed(a.seed)

    test = lies("test")
    val = trenne(lies("validation"), texte(test))
    train = trenne(lies("train"), texte(test) | texte(val))
    preise = np.array([z["price"] for z in train], dtype=np.float64)
    mittel, streuung = float(preise.mean()), float(preise.std())  # nur aus den Trainingszeilen
    print(f"{len(train)} / {len(val)} / {len(test)} Anzeigen, im Mittel {mittel:.0f} ± {streuung:.0f}")

    ordner = "checkpoints/prices"
    tok = AutoTokenizer.from_pretrained(ordner)
    netz = AutoModelForSequenceClassification.from_pretrained(ordner, num_labels=1, problem_type="regression")

    trainer = Trainer(
        model=netz,
        args=TrainingArguments(
            output_dir=a.ziel,
            num_train_epochs=a.epochen,
            learning_rate=a.lr,
            per_device_train_batch_size=a.batch,
            per_device_eval_batch_size=80,
            lr_scheduler_type="cosine",
            warmup_ratio=0.1,
            weight_decay=0.01,
            eval_strategy="epoch",
            save_strategy="epoch",
            logging_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="mae",
            greater_is_better=False,
            report_to="none",
            use_cpu=True,
            seed=a.seed,
        ),
        train_dataset=baue_datensatz(train, tok, mittel, streuung),
        eval_dataset=baue_datensatz(val, tok, mittel, streuung),
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=masse(mittel, streuung),
    )
    trainer.train()

    m = trainer.evaluate(baue_datensatz(test, tok, mittel, streuung), metric_key_prefix="test")
    wahr = np.array([z["price"] for z in test])
    print(f"Test: MAE {m['test_mae']:.1f}, RMSE {m['test_rmse']:.1f}, R2 {m['test_r2']:.3f}")
    print(f"Immer der Median des Trainings: MAE {np.abs(wahr - np.median(preise)).mean():.1f}")


if __name__ == "__main__":
    main()
