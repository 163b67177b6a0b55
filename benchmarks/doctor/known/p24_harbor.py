# -*- coding: utf-8 -*-
# Datum -> Code, BART
import numpy as np
import pandas as pd
from datasets import Dataset, DatasetDict
from transformers import (AutoTokenizer, BartForConditionalGeneration, DataCollatorForSeq2Seq, EarlyStoppingCallback,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(2)
chemin = "checkpoints/dates"
tokeniseur = AutoTokenizer.from_pretrained(chemin)
modele = BartForConditionalGeneration.from_pretrained(chemin)

tables = {s: pd.read_json(f"data/dates/{s}.jsonl", lines=True) for s in ["train", "validation", "test"]}
corpus = DatasetDict({s: Dataset.from_pandas(t) for s, t in tables.items()})


def encoder(lot):
    entrees = tokeniseur(lot["date"])
    cibles = tokeniseur(lot["code"], add_special_tokens=False)
    entrees["labels"] = cibles["input_ids"]
    return entrees


codes = corpus.map(encoder, batched=True, remove_columns=["date", "code"])

arguments = Seq2SeqTrainingArguments(
    output_dir="out/harbor",
    num_train_epochs=8,
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    predict_with_generate=True,
    generation_max_length=16,
    report_to="none",
)
entraineur = Seq2SeqTrainer(
    model=modele,
    args=arguments,
    train_dataset=codes["train"],
    eval_dataset=codes["validation"],
    data_collator=DataCollatorForSeq2Seq(tokeniseur, model=modele),
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)
entraineur.train()

sortie = entraineur.predict(codes["test"]).predictions
sortie[sortie == -100] = tokeniseur.pad_token_id
textes = tokeniseur.batch_decode(sortie, skip_special_tokens=True)
bilan = pd.DataFrame({"date": tables["test"]["date"], "attendu": tables["test"]["code"], "obtenu": textes})
bilan["juste"] = bilan["attendu"] == bilan["obtenu"].str.strip()
print(bilan.head())
print("part de codes justes :", bilan["juste"].mean())
