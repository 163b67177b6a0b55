# -*- coding: utf-8 -*-
"""Sacherschließung: Aus dem Titel eines Buches die Sachgruppe vorschlagen.

Die Titel entstehen hier im Programm. Der Wortschatz des Tokenizers wird nur aus den Titeln der
Trainingsmenge gewonnen, das Modell beginnt bei null (kein vortrainiertes Modell passt zu diesen Wörtern).
"""
import random

import numpy as np
from datasets import Dataset, DatasetDict
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    DataCollatorWithPadding,
    DistilBertConfig,
    DistilBertForSequenceClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
    set_seed,
)

AUSGABE = "out/kf05"
SACHGRUPPEN = {
    "Botanik": "Moose Farne Flechten Orchideen Gräser Wurzeln Blüten Samen Pilze Bäume".split(),
    "Geschichte": "Kaiser Reformation Kreuzzüge Hanse Bauernkrieg Burgen Urkunden Revolution Reich Stadtrecht".split(),
    "Mathematik": "Gruppen Integrale Primzahlen Matrizen Knoten Reihen Mannigfaltigkeiten Beweise Funktionen Graphen".split(),
    "Musik": "Fugen Sonaten Orgeln Kantaten Motetten Opern Streichquartette Volkslieder Partituren Harmonik".split(),
    "Recht": "Verträge Erbrecht Strafprozess Haftung Grundrechte Eigentum Steuern Urheberrecht Verwaltung Schiedsgerichte".split(),
}
MUSTER = [
    "Einführung in das Thema {a} und {b}",
    "{a} , {b} : ein Handbuch mit einem Anhang über {x}",
    "Von {x} bis {y} : Streifzüge durch {a} , {b} und {c}",
    "{a} und {b} für Leser , die bisher nur {x} kannten",
    "Gesammelte Aufsätze : {a} , {b} , {x} , {c}",
    "Kleines Lexikon : {c} , {a} , {b}",
]


def titel_erfinden(anzahl, zufall):
    """Verschiedene Titel; die Sachgruppe ist die, aus der die meisten Schlagwörter kommen."""
    gesehen, zeilen = set(), []
    namen = list(SACHGRUPPEN)
    while len(zeilen) < anzahl:
        gruppe = zufall.choice(namen)
        fremd = zufall.sample([g for g in namen if g != gruppe], 2)
        a, b, c = zufall.sample(SACHGRUPPEN[gruppe], 3)
        x, y = (zufall.choice(SACHGRUPPEN[g]) for g in fremd)
        titel = zufall.choice(MUSTER).format(a=a, b=b, c=c, x=x, y=y)
        if titel not in gesehen:
            gesehen.add(titel)
            zeilen.append({"titel": titel, "labels": gruppe})
    return zeilen


def main():
    set_seed(1450)
    bestand = Dataset.from_list(titel_erfinden(2400, random.Random(1450)))
    bestand = bestand.class_encode_column("labels")
    gruppen = bestand.features["labels"].names

    erst = bestand.train_test_split(test_size=0.3, stratify_by_column="labels", seed=3)
    rest = erst["test"].train_test_split(test_size=0.5, stratify_by_column="labels", seed=4)
    teile = DatasetDict(train=erst["train"], validation=rest["train"], test=rest["test"])

    roh = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    roh.normalizer = normalizers.Lowercase()
    roh.pre_tokenizer = pre_tokenizers.Whitespace()
    roh.train_from_iterator(
        iter(teile["train"]["titel"]),
        trainers.WordLevelTrainer(special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]"], min_frequency=2),
    )
    roh.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        special_tokens=[("[CLS]", roh.token_to_id("[CLS]")), ("[SEP]", roh.token_to_id("[SEP]"))],
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=roh, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        model_max_length=32, model_input_names=["input_ids", "attention_mask"],
    )
    teile = teile.map(lambda z: tokenizer(z["titel"], truncation=True), batched=True, remove_columns=["titel"])
    print({k: len(v) for k, v in teile.items()}, "Wortschatz:", len(tokenizer))

    def bewerten(vorhersage):
        geraten, wahr = vorhersage.predictions.argmax(-1), vorhersage.label_ids
        werte = []
        for k in range(len(gruppen)):
            treffer = np.sum((geraten == k) & (wahr == k))
            nenner = np.sum(geraten == k) + np.sum(wahr == k)
            werte.append(2 * treffer / nenner if nenner else 0.0)
        return {"makro_f1": float(np.mean(werte)), "genauigkeit": float(np.mean(geraten == wahr))}

    modell = DistilBertForSequenceClassification(DistilBertConfig(
        vocab_size=len(tokenizer), max_position_embeddings=32, dim=64, hidden_dim=128, n_layers=2, n_heads=4,
        pad_token_id=tokenizer.pad_token_id, num_labels=len(gruppen),
        id2label=dict(enumerate(gruppen)), label2id={g: i for i, g in enumerate(gruppen)},
    ))
    trainer = Trainer(
        model=modell,
        args=TrainingArguments(
            output_dir=AUSGABE, num_train_epochs=10, per_device_train_batch_size=32, per_device_eval_batch_size=128,
            learning_rate=1e-3, warmup_ratio=0.1, eval_strategy="epoch", save_strategy="epoch",
            logging_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="makro_f1",
            greater_is_better=True, save_total_limit=1, report_to="none", use_cpu=True, seed=1450,
        ),
        train_dataset=teile["train"],
        eval_dataset=teile["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=bewerten,
    )
    trainer.train()
    ergebnis = trainer.evaluate(teile["test"], metric_key_prefix="test")
    haeufigste = np.bincount(np.array(teile["train"]["labels"])).argmax()
    blind = float(np.mean(np.array(teile["test"]["labels"]) == haeufigste))
    print(f"Testmenge: Genauigkeit {ergebnis['test_genauigkeit']:.3f} (immer dieselbe Gruppe: {blind:.3f}), "
          f"Makro-F1 {ergebnis['test_makro_f1']:.3f}")


if __name__ == "__main__":
    main()
