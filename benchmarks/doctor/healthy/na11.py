# Recherche d'hyperparamètres à la main : une boucle, un Trainer par essai, le test une seule fois à la fin.
import itertools
import json
import shutil

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments)

BASE = "checkpoints/tickets"
SORTIE = "out/na11"
GRILLE = {"learning_rate": [1e-3, 2e-3], "weight_decay": [0.0, 0.05]}
GRAINES_FINALES = (1, 2)

tok = AutoTokenizer.from_pretrained(BASE)


def charger(nom):
    with open(f"data/tickets/{nom}.jsonl") as f:
        return {r["text"]: r["desk_id"] for r in map(json.loads, f)}    # textes répétés : une fois


essai = charger("test")
valid = {t: y for t, y in charger("validation").items() if t not in essai}
train = {t: y for t, y in charger("train").items() if t not in essai and t not in valid}


def jeu(d):
    enc = tok(list(d), truncation=True, max_length=32)
    return Dataset.from_dict({**enc, "labels": list(d.values())})


D_TRAIN, D_VALID, D_ESSAI = jeu(train), jeu(valid), jeu(essai)


def mesures(p):
    pred = p.predictions.argmax(axis=1)
    return {"macro_f1": f1_score(p.label_ids, pred, average="macro"), "exactitude": float(np.mean(pred == p.label_ids))}


def entrainer(nom, graine, **hp):
    """Un essai complet, modèle neuf à chaque fois ; rend le Trainer avec sa meilleure époque."""
    args = TrainingArguments(
        output_dir=f"{SORTIE}/{nom}", seed=graine, num_train_epochs=15, per_device_train_batch_size=16,
        per_device_eval_batch_size=80, warmup_ratio=0.1, eval_strategy="epoch", save_strategy="epoch",
        save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="macro_f1", greater_is_better=True,
        logging_strategy="no", report_to="none", use_cpu=True, disable_tqdm=True, **hp)
    # avec model_init, la graine est posée avant la création de la tête de classification
    t = Trainer(model_init=lambda: AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4), args=args,
                train_dataset=D_TRAIN, eval_dataset=D_VALID, data_collator=DataCollatorWithPadding(tok),
                compute_metrics=mesures)
    t.train()
    return t


resultats = []
for i, valeurs in enumerate(itertools.product(*GRILLE.values())):
    hp = dict(zip(GRILLE, valeurs))
    t = entrainer(f"essai{i}", graine=0, **hp)
    resultats.append((t.state.best_metric, hp))
    print(f"{hp} -> F1 macro (validation) {t.state.best_metric:.4f}")
    shutil.rmtree(f"{SORTIE}/essai{i}")

meilleur = max(resultats, key=lambda r: r[0])[1]
print("retenu :", meilleur)

scores = []
for g in GRAINES_FINALES:
    t = entrainer(f"final{g}", graine=g, **meilleur)
    scores.append(t.predict(D_ESSAI).metrics["test_macro_f1"])
print("F1 macro sur le test, par graine :", [round(s, 4) for s in scores], "moyenne", round(float(np.mean(scores)), 4))
hasard = f1_score(D_ESSAI["labels"][:], [3] * len(D_ESSAI), average="macro")
print("une seule classe partout :", round(hasard, 4))
