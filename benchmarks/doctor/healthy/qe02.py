# Namen-Tagger: Token-Klassifikation, eigene Trainingsschleife in PyTorch.
# Nur das erste Teilstück eines Wortes trägt ein Label, der Rest ist -100.
import copy
import json
import random

import torch
from sklearn.metrics import classification_report, f1_score
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, get_linear_schedule_with_warmup)

random.seed(3)
torch.manual_seed(3)

PFAD = "checkpoints/tags"
N_KLASSEN = 4
EPOCHEN = 15

lies = lambda teil: [json.loads(z) for z in open(f"data/tags/{teil}.jsonl", encoding="utf-8")]
satz = lambda zeile: tuple(zeile["words"])

pruef = lies("test")
pruef_saetze = {satz(z) for z in pruef}
valid = [z for z in lies("validation") if satz(z) not in pruef_saetze]
gesperrt = pruef_saetze | {satz(z) for z in valid}
train = [z for z in lies("train") if satz(z) not in gesperrt]
print(len(train), len(valid), len(pruef), "Sätze")

tok = AutoTokenizer.from_pretrained(PFAD)


def kodiere(zeile):
    enc = tok(zeile["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels, vorher = [], None
    for wort in enc.word_ids():
        if wort is None or wort == vorher:
            labels.append(-100)
        else:
            labels.append(zeile["tags"][wort])
        vorher = wort
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


sammler = DataCollatorForTokenClassification(tok)  # füllt labels mit -100 auf
lader_train = DataLoader([kodiere(z) for z in train], batch_size=16, shuffle=True, collate_fn=sammler)
lader_valid = DataLoader([kodiere(z) for z in valid], batch_size=64, collate_fn=sammler)
lader_pruef = DataLoader([kodiere(z) for z in pruef], batch_size=64, collate_fn=sammler)

modell = AutoModelForTokenClassification.from_pretrained(PFAD, num_labels=N_KLASSEN)
opt = torch.optim.AdamW(modell.parameters(), lr=1e-3, weight_decay=0.01)
schritte = EPOCHEN * len(lader_train)
plan = get_linear_schedule_with_warmup(opt, schritte // 10, schritte)


@torch.no_grad()
def vorhersagen(lader):
    modell.eval()
    wahr, geraten = [], []
    for b in lader:
        logits = modell(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).logits
        zaehlt = b["labels"] != -100
        wahr += b["labels"][zaehlt].tolist()
        geraten += logits.argmax(-1)[zaehlt].tolist()
    return wahr, geraten


bestes_f1, bester_stand = -1.0, None
for epoche in range(EPOCHEN):
    modell.train()
    summe, anzahl = 0.0, 0
    for b in lader_train:
        opt.zero_grad()
        verlust = modell(**b).loss
        verlust.backward()
        torch.nn.utils.clip_grad_norm_(modell.parameters(), 1.0)
        opt.step()
        plan.step()
        n = int((b["labels"] != -100).sum())
        summe += verlust.item() * n
        anzahl += n
    wahr, geraten = vorhersagen(lader_valid)
    f1 = f1_score(wahr, geraten, average="macro")
    print(f"Epoche {epoche + 1:2d}  Verlust {summe / anzahl:.4f}  Macro-F1 (Validierung) {f1:.3f}")
    if f1 > bestes_f1:
        bestes_f1, bester_stand = f1, copy.deepcopy(modell.state_dict())

modell.load_state_dict(bester_stand)
wahr, geraten = vorhersagen(lader_pruef)
print(classification_report(wahr, geraten, labels=list(range(N_KLASSEN)), zero_division=0))
print("Macro-F1 Test:        ", round(f1_score(wahr, geraten, average="macro"), 3))
print("Macro-F1 'immer Null':", round(f1_score(wahr, [0] * len(wahr), average="macro", zero_division=0), 3))
