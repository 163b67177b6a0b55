# Zeitangaben -> Code, Training mit Label Smoothing und eigener Greedy-Dekodierung
import random
import torch
from torch import nn
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
import pandas as pd

random.seed(1)
torch.manual_seed(1)
tok = AutoTokenizer.from_pretrained("checkpoints/dates")
modell = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
START = modell.config.decoder_start_token_id
verlust_fn = nn.CrossEntropyLoss(ignore_index=tok.pad_token_id, label_smoothing=0.05)

train = pd.read_json("data/dates/train.jsonl", lines=True).to_dict("records")
valid = pd.read_json("data/dates/validation.jsonl", lines=True).to_dict("records")


def stapel(zeilen, groesse, mischen):
    zeilen = zeilen[:]
    if mischen:
        random.shuffle(zeilen)
    for i in range(0, len(zeilen), groesse):
        teil = zeilen[i:i + groesse]
        quelle = tok([z["date"] for z in teil], padding=True, return_tensors="pt")
        ziel = tok([z["code"] for z in teil], padding=True, return_tensors="pt")["input_ids"]
        start = torch.full((len(teil), 1), START)
        eingabe = torch.cat([start, ziel[:, :-1]], dim=1)
        yield quelle, eingabe, ziel, [z["code"] for z in teil]


@torch.no_grad()
def gierig(quelle, schritte=8):
    folge = torch.full((quelle["input_ids"].size(0), 1), START)
    fertig = torch.zeros(len(folge), dtype=torch.bool)
    for _ in range(schritte):
        logits = modell(**quelle, decoder_input_ids=folge, use_cache=False).logits[:, -1]
        naechstes = logits.argmax(-1).masked_fill(fertig, tok.pad_token_id)
        folge = torch.cat([folge, naechstes.unsqueeze(1)], dim=1)
        fertig |= naechstes == tok.eos_token_id
        if fertig.all():
            break
    return tok.batch_decode(folge[:, 1:], skip_special_tokens=True)


optimierer = torch.optim.AdamW(modell.parameters(), lr=3e-3)
epochen = 5
planer = torch.optim.lr_scheduler.LambdaLR(optimierer, lambda s: max(0.0, 1 - s / (epochen * 30)))
for epoche in range(epochen):
    modell.train()
    summe = 0.0
    for quelle, eingabe, ziel, _ in stapel(train, 16, mischen=True):
        logits = modell(**quelle, decoder_input_ids=eingabe, use_cache=False).logits
        verlust = verlust_fn(logits.flatten(0, 1), ziel.flatten())
        optimierer.zero_grad()
        verlust.backward()
        nn.utils.clip_grad_norm_(modell.parameters(), 1.0)
        optimierer.step()
        planer.step()
        summe += verlust.item()
    modell.eval()
    richtig = sum(a == b for quelle, _, _, codes in stapel(valid, 40, mischen=False)
                  for a, b in zip(gierig(quelle), codes))
    print(f"Epoche {epoche + 1}: Verlust {summe / 30:.3f}, richtig {richtig / len(valid):.3f}")
