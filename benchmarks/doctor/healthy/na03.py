# Wortweise Markierung von Namen (4 Klassen, 0 = kein Name), Trainer-Fassung.
import json
from collections import Counter

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

QUELLE, MODELL, ZIEL = "data/tags", "checkpoints/tags", "out/na03"
KLASSEN = ["O", "A", "B", "C"]


def lade(teil):
    with open(f"{QUELLE}/{teil}.jsonl", encoding="utf-8") as f:
        return [json.loads(z) for z in f]


def ohne(zeilen, *andere):
    """Zeilen, deren Satz in keiner der anderen Mengen vorkommt."""
    gesperrt = {tuple(z["words"]) for menge in andere for z in menge}
    return [z for z in zeilen if tuple(z["words"]) not in gesperrt]


def baue_daten(tok):
    test = lade("test")
    val = ohne(lade("validation"), test)
    train = ohne(lade("train"), test, val)
    roh = DatasetDict({"train": Dataset.from_list(train), "val": Dataset.from_list(val), "test": Dataset.from_list(test)})

    def kodiere(stapel):
        enc = tok(stapel["words"], is_split_into_words=True, truncation=True, max_length=64)
        enc["labels"] = []
        for i, tags in enumerate(stapel["tags"]):
            vorher, zeile = None, []
            for w in enc.word_ids(batch_index=i):
                # nur das erste Teilstück eines Wortes zählt, der Rest und die Sonderzeichen nicht
                zeile.append(-100 if w is None or w == vorher else tags[w])
                vorher = w
            enc["labels"].append(zeile)
        return enc

    return roh.map(kodiere, batched=True, remove_columns=["words", "tags"])


def kennzahlen(p):
    vorhersage = p.predictions.argmax(-1)
    gilt = p.label_ids != -100
    v, w = vorhersage[gilt], p.label_ids[gilt]
    # Mikro-F1 über die drei Namensklassen; jeder Name ist hier genau ein Wort lang
    treffer = int(((v == w) & (w != 0)).sum())
    genauigkeit = treffer / max(int((v != 0).sum()), 1)
    ausbeute = treffer / max(int((w != 0).sum()), 1)
    f1 = 2 * genauigkeit * ausbeute / max(genauigkeit + ausbeute, 1e-12)
    return {"precision": genauigkeit, "recall": ausbeute, "f1": f1, "wortgenau": float((v == w).mean())}


def main():
    set_seed(3)
    tok = AutoTokenizer.from_pretrained(MODELL)
    daten = baue_daten(tok)
    print({k: len(v) for k, v in daten.items()}, Counter(t for z in daten["train"]["labels"] for t in z if t >= 0))
    model = AutoModelForTokenClassification.from_pretrained(
        MODELL, id2label=dict(enumerate(KLASSEN)), label2id={k: i for i, k in enumerate(KLASSEN)})
    args = TrainingArguments(
        output_dir=ZIEL, learning_rate=1e-3, num_train_epochs=25,
        per_device_train_batch_size=16, per_device_eval_batch_size=80,
        lr_scheduler_type="cosine", warmup_steps=30, weight_decay=0.01,
        eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", save_total_limit=1,
        load_best_model_at_end=True, metric_for_best_model="f1", greater_is_better=True,
        report_to="none", use_cpu=True, seed=3)
    trainer = Trainer(model=model, args=args, train_dataset=daten["train"], eval_dataset=daten["val"],
                      processing_class=tok, data_collator=DataCollatorForTokenClassification(tok),
                      compute_metrics=kennzahlen, callbacks=[EarlyStoppingCallback(early_stopping_patience=6)])
    trainer.train()
    ergebnis = trainer.predict(daten["test"])
    wahr = ergebnis.label_ids[ergebnis.label_ids != -100]
    print({k: round(v, 4) for k, v in ergebnis.metrics.items()})
    print(f"alles O: wortgenau {np.mean(wahr == 0):.4f}, f1 0")


if __name__ == "__main__":
    main()
