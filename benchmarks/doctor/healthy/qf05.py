# Preise schätzen: Kleinanzeige -> Euro.  Regression mit einem winzigen DistilBERT.
import json
from dataclasses import dataclass

import torch
from torch.nn import functional as F
from transformers import AutoModelForSequenceClassification, AutoTokenizer


@dataclass(frozen=True)
class Einstellungen:
    modell: str = "checkpoints/prices"
    ordner: str = "data/prices"
    epochen: int = 40
    stapel: int = 16
    lernrate: float = 5e-4
    geduld: int = 10
    saat: int = 11


E = Einstellungen()
torch.manual_seed(E.saat)
tokenizer = AutoTokenizer.from_pretrained(E.modell)


def lies(teil):
    with open(f"{E.ordner}/{teil}.jsonl", encoding="utf-8") as datei:
        return [json.loads(zeile) for zeile in datei]


# Manche Anzeigen stehen in mehreren Teilen; der Test behält sie, die anderen geben sie ab.
test = lies("test")
gesehen = {z["text"] for z in test}
pruefung = [z for z in lies("validation") if z["text"] not in gesehen]
gesehen |= {z["text"] for z in pruefung}
training = [z for z in lies("train") if z["text"] not in gesehen]
print(f"{len(training)} Trainings-, {len(pruefung)} Prüf-, {len(test)} Testanzeigen")


def als_tensoren(zeilen):
    k = tokenizer([z["text"] for z in zeilen], padding=True, truncation=True, max_length=32, return_tensors="pt")
    preis = torch.tensor([float(z["price"]) for z in zeilen])
    return k["input_ids"], k["attention_mask"], preis


ids, maske, preis = als_tensoren(training)
p_ids, p_maske, p_preis = als_tensoren(pruefung)
t_ids, t_maske, t_preis = als_tensoren(test)

# Das Netz lernt standardisierte Preise; Mittel und Streuung nur aus dem Training.
mittel, streuung = preis.mean(), preis.std()
ziel = (preis - mittel) / streuung

netz = AutoModelForSequenceClassification.from_pretrained(E.modell, num_labels=1, problem_type="regression")
opt = torch.optim.AdamW(netz.parameters(), lr=E.lernrate, weight_decay=0.01)
plan = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=3)


def schaetze(i, m):
    netz.eval()
    with torch.no_grad():
        return netz(input_ids=i, attention_mask=m).logits.squeeze(-1) * streuung + mittel


def mae(schaetzung, wahr):
    return (schaetzung - wahr).abs().mean().item()


bester, beste_gewichte, ohne_fortschritt = float("inf"), None, 0
for epoche in range(1, E.epochen + 1):
    netz.train()
    for block in torch.randperm(len(ziel)).split(E.stapel):
        aus = netz(input_ids=ids[block], attention_mask=maske[block]).logits.squeeze(-1)  # (B, 1) -> (B,)
        verlust = F.mse_loss(aus, ziel[block])
        opt.zero_grad()
        verlust.backward()
        opt.step()
    fehler = mae(schaetze(p_ids, p_maske), p_preis)
    plan.step(fehler)
    if epoche % 5 == 0:
        print(f"Epoche {epoche:2d}: Prüf-MAE {fehler:.1f} Euro")
    if fehler < bester:
        bester, ohne_fortschritt = fehler, 0
        beste_gewichte = {n: w.clone() for n, w in netz.state_dict().items()}
    else:
        ohne_fortschritt += 1
        if ohne_fortschritt >= E.geduld:
            print("kein Fortschritt mehr, Schluss nach Epoche", epoche)
            break

netz.load_state_dict(beste_gewichte)
geschaetzt = schaetze(t_ids, t_maske)
r2 = 1 - ((geschaetzt - t_preis) ** 2).sum() / ((t_preis - t_preis.mean()) ** 2).sum()
print(f"Test: MAE {mae(geschaetzt, t_preis):.1f} Euro, R2 {r2.item():.3f}")
print(f"immer der Median des Trainings: MAE {mae(preis.median().expand_as(t_preis), t_preis):.1f} Euro")
