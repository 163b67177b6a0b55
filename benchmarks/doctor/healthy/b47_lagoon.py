import json
import torch
from torch.nn import functional as F
from transformers import AutoTokenizer, AutoModelForSeq2SeqLM
from transformers.models.bart.modeling_bart import shift_tokens_right
from transformers.optimization import Adafactor

torch.manual_seed(101)

def zeilen(teil):
    with open(f"data/dates/{teil}.jsonl") as datei:
        return [json.loads(z) for z in datei]

lernen, pruefen = zeilen("train"), zeilen("validation")
zerleger = AutoTokenizer.from_pretrained("checkpoints/dates")
modell = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
pad = zerleger.pad_token_id

def stapel(teil):
    ein = zerleger([z["date"] for z in teil], padding=True, return_tensors="pt")
    aus = zerleger(text_target=[z["code"] for z in teil], padding=True, return_tensors="pt")["input_ids"]
    return ein, aus

def verlust(ein, ziel, glaetten):
    start = modell.config.decoder_start_token_id
    werte = modell(
        input_ids=ein["input_ids"],
        attention_mask=ein["attention_mask"],
        decoder_input_ids=shift_tokens_right(ziel, pad, start),
    ).logits
    return F.cross_entropy(werte.flatten(0, 1), ziel.flatten(), ignore_index=pad, label_smoothing=glaetten)

optimierer = Adafactor(modell.parameters(), lr=3e-3, relative_step=False, scale_parameter=False, warmup_init=False)
EPOCHEN, GROESSE = 6, 16
for epoche in range(EPOCHEN):
    modell.train()
    reihenfolge = torch.randperm(len(lernen)).tolist()
    summe = 0.0
    for i in range(0, len(reihenfolge), GROESSE):
        ein, ziel = stapel([lernen[j] for j in reihenfolge[i:i + GROESSE]])
        optimierer.zero_grad()
        l = verlust(ein, ziel, 0.1)
        l.backward()
        torch.nn.utils.clip_grad_norm_(modell.parameters(), 1.0)
        optimierer.step()
        summe += l.item() * len(ein["input_ids"])
    modell.eval()
    with torch.no_grad():
        v = verlust(*stapel(pruefen), 0.0).item()
    print(f"Epoche {epoche + 1}: lernen {summe / len(lernen):.3f}, prüfen {v:.3f}")

modell.eval()
richtig = 0
for i in range(0, len(pruefen), 40):
    teil = pruefen[i:i + 40]
    ein = zerleger([z["date"] for z in teil], padding=True, return_tensors="pt")
    with torch.no_grad():
        aus = modell.generate(**ein, num_beams=3, max_new_tokens=8, early_stopping=True)
    texte = zerleger.batch_decode(aus, skip_special_tokens=True)
    richtig += sum(t.strip() == z["code"] for t, z in zip(texte, teil))
print("ganz richtig:", richtig / len(pruefen))
