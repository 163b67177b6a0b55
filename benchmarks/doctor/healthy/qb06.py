# %% [markdown]
# Was kostet das? Preise aus Anzeigentexten schätzen (Regression, ein Ausgang).

# %%
import json
import os
import statistics as st

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(7)
torch.set_num_threads(2)
ORT = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(ORT)
netz = AutoModelForSequenceClassification.from_pretrained(ORT, num_labels=1, problem_type="regression")

# %%
def lies(teil):
    with open(f"data/prices/{teil}.jsonl", encoding="utf-8") as f:
        return [json.loads(z) for z in f]


def einmalig(zeilen, verboten):
    schon = set(verboten)
    for z in zeilen:
        if z["text"] in schon:
            continue
        schon.add(z["text"])
        yield z


test = list(einmalig(lies("test"), []))
pruef = list(einmalig(lies("validation"), [z["text"] for z in test]))
lern = list(einmalig(lies("train"), [z["text"] for z in test + pruef]))
print("Zeilen:", len(lern), len(pruef), len(test))

# Mittel und Streuung nur aus den Lernzeilen
MITTEL = st.mean(z["price"] for z in lern)
STREU = st.stdev(z["price"] for z in lern)

# %%
def packe(zeilen):
    e = tokenizer([z["text"] for z in zeilen], padding=True, truncation=True, max_length=32, return_tensors="pt")
    preis = torch.tensor([z["price"] for z in zeilen], dtype=torch.float32)
    return e["input_ids"], e["attention_mask"], (preis - MITTEL) / STREU


def schaetze(zeilen):
    netz.eval()
    teile = []
    with torch.no_grad():
        for ids, maske, _ in DataLoader(zeilen, batch_size=64, collate_fn=packe):
            teile.append(netz(input_ids=ids, attention_mask=maske).logits.squeeze(-1))
    return torch.cat(teile) * STREU + MITTEL  # wieder in Kronen


def mae(zeilen):
    wahr = torch.tensor([z["price"] for z in zeilen], dtype=torch.float32)
    return (schaetze(zeilen) - wahr).abs().mean().item()


# %%
RUNDEN = 40
lader = DataLoader(lern, batch_size=16, shuffle=True, collate_fn=packe)
adam = torch.optim.AdamW(netz.parameters(), lr=1e-3, weight_decay=0.01)
plan = torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=1e-3, epochs=RUNDEN, steps_per_epoch=len(lader))
verlust = torch.nn.MSELoss()

bestes, gewichte = float("inf"), None
for runde in range(RUNDEN):
    netz.train()
    summe = 0.0
    for ids, maske, ziel in lader:
        adam.zero_grad(set_to_none=True)
        aus = netz(input_ids=ids, attention_mask=maske).logits.squeeze(-1)  # (B,1) -> (B,) wie das Ziel
        v = verlust(aus, ziel)
        v.backward()
        torch.nn.utils.clip_grad_norm_(netz.parameters(), 1.0)
        adam.step()
        plan.step()
        summe += v.item() * len(ziel)
    m = mae(pruef)
    if m < bestes:
        bestes = m
        gewichte = {k: w.detach().clone() for k, w in netz.state_dict().items()}
    if runde % 5 == 4:
        print(f"Runde {runde + 1}: Verlust {summe / len(lern):.4f}, Prüf-MAE {m:.0f}")

# %%
netz.load_state_dict(gewichte)
mitte = st.median(z["price"] for z in lern)
print(f"immer der Median {mitte:.0f}: MAE {st.mean(abs(z['price'] - mitte) for z in test):.0f}")
print(f"Netz: MAE {mae(test):.0f}")
os.makedirs("out/qb06", exist_ok=True)
netz.save_pretrained("out/qb06")
with open("out/qb06/skala.json", "w") as f:
    json.dump({"mittel": MITTEL, "streuung": STREU}, f)
