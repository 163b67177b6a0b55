# Datum -> Code (seq2seq), Seq2SeqTrainer
import json

import numpy as np
import torch
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(42)
torch.set_num_threads(2)
PFAD = "checkpoints/dates"
tok = AutoTokenizer.from_pretrained(PFAD)
modell = AutoModelForSeq2SeqLM.from_pretrained(PFAD)

# Zeilen lesen; jedes Datum kommt nur in einem Teil vor (Test zuerst, dann Validierung, dann Training)
gesehen = set()
teile = {}
for teil in ["test", "validation", "train"]:
    zeilen = []
    with open(f"data/dates/{teil}.jsonl", encoding="utf-8") as datei:
        for zeile in datei:
            z = json.loads(zeile)
            if z["date"] in gesehen:
                continue
            gesehen.add(z["date"])
            zeilen.append(z)
    teile[teil] = Dataset.from_list(zeilen)
daten = DatasetDict(teile)


def kodieren(stapel):
    return tok(stapel["date"], text_target=stapel["code"], truncation=True, max_length=16)


kodiert = daten.map(kodieren, batched=True, remove_columns=["date", "code"])
kodiert = kodiert.select_columns(["input_ids", "attention_mask", "labels"])


def als_text(ids):
    # -100 ist kein Token: vor dem Entschlüsseln durch das Füllzeichen ersetzen
    ids = np.where(ids == -100, tok.pad_token_id, ids)
    return [t.strip() for t in tok.batch_decode(ids, skip_special_tokens=True)]


def masse(vorhersage):
    erzeugt = als_text(vorhersage.predictions)
    soll = als_text(vorhersage.label_ids)
    ganz = [e == s for e, s in zip(erzeugt, soll)]
    worte = []
    for e, s in zip(erzeugt, soll):
        e, s = e.split(), s.split()
        worte.append(sum(a == b for a, b in zip(e, s)) / max(len(e), len(s)))
    return {"exact": float(np.mean(ganz)), "words": float(np.mean(worte))}


argumente = Seq2SeqTrainingArguments(
    output_dir="out/qa05",
    num_train_epochs=40,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    learning_rate=1e-3,
    warmup_steps=60,
    lr_scheduler_type="cosine",
    weight_decay=0.01,
    eval_strategy="steps",
    eval_steps=200,
    save_strategy="steps",
    save_steps=200,
    save_total_limit=2,
    logging_steps=100,
    load_best_model_at_end=True,
    metric_for_best_model="exact",
    greater_is_better=True,
    predict_with_generate=True,
    generation_max_length=10,
    generation_num_beams=1,
    report_to="none",
    use_cpu=True,
    seed=42,
)

trainer = Seq2SeqTrainer(
    model=modell,
    args=argumente,
    train_dataset=kodiert["train"],
    eval_dataset=kodiert["validation"],
    processing_class=tok,
    data_collator=DataCollatorForSeq2Seq(tok, model=modell, label_pad_token_id=-100),
    compute_metrics=masse,
)
trainer.train()

ergebnis = trainer.predict(kodiert["test"], metric_key_prefix="test")
print(ergebnis.metrics)

codes = daten["train"]["code"]
haeufig = max(sorted(set(codes)), key=list(codes).count)
treffer = np.mean([c == haeufig for c in daten["test"]["code"]])
print(f"immer '{haeufig}': {treffer:.3f}   Modell: {ergebnis.metrics['test_exact']:.3f}")

for datum, soll, ist in list(zip(daten["test"]["date"], daten["test"]["code"], als_text(ergebnis.predictions)))[:5]:
    print(f"{datum:28s} soll {soll:20s} ist {ist}")
