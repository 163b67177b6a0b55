# -*- coding: utf-8 -*-
"""Affinage d'un petit GPT-2 : « consigne : verbe » -> suite d'étapes.

Points qui m'ont coûté une soirée sur le forum :
  * la perte ne porte que sur les étapes (-100 sur la consigne et sur le remplissage) ;
  * ce tokenizer n'a pas de pad : on remplit avec eos, mais on garde le *vrai* eos dans les étiquettes ;
  * pour générer par lots il faut remplir à gauche.
"""
import json
import random
from collections import Counter

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup

random.seed(0)
torch.manual_seed(0)
CKPT, EPOQUES, LOT = "checkpoints/steps", 20, 16


def lire(partie):
    with open(f"data/steps/{partie}.jsonl", encoding="utf-8") as f:
        return [json.loads(l) for l in f]


essai = lire("test")
vus = {e["prompt"] for e in essai}
valid = [e for e in lire("validation") if e["prompt"] not in vus]
vus |= {e["prompt"] for e in valid}
appr = [e for e in lire("train") if e["prompt"] not in vus]
print(len(appr), "exemples d'apprentissage,", len(valid), "de validation,", len(essai), "d'essai")

tok = AutoTokenizer.from_pretrained(CKPT)
modele = AutoModelForCausalLM.from_pretrained(CKPT)
EOS = tok.eos_token_id


def coder(e):
    debut = tok(e["prompt"])["input_ids"]
    suite = tok(e["steps"])["input_ids"] + [EOS]
    assert len(debut) + len(suite) <= modele.config.n_positions
    return debut, suite


def lot_appr(exemples):
    codes = [coder(e) for e in exemples]
    n = max(len(a) + len(b) for a, b in codes)
    ids = torch.full((len(codes), n), EOS)
    masque = torch.zeros_like(ids)
    etiq = torch.full_like(ids, -100)
    for i, (a, b) in enumerate(codes):
        ids[i, :len(a) + len(b)] = torch.tensor(a + b)
        masque[i, :len(a) + len(b)] = 1
        etiq[i, len(a):len(a) + len(b)] = torch.tensor(b)     # le décalage d'un cran se fait dans le modèle
    return ids, masque, etiq


@torch.no_grad()
def perte_validation():
    modele.eval()
    somme = jetons = 0
    for i in range(0, len(valid), 64):
        ids, masque, etiq = lot_appr(valid[i:i + 64])
        n = (etiq != -100).sum().item()
        somme += modele(input_ids=ids, attention_mask=masque, labels=etiq).loss.item() * n
        jetons += n
    return somme / jetons


@torch.no_grad()
def generer(exemples):
    modele.eval()
    sorties = []
    for i in range(0, len(exemples), 64):
        codes = [tok(e["prompt"])["input_ids"] for e in exemples[i:i + 64]]
        n = max(map(len, codes))
        ids = torch.tensor([[EOS] * (n - len(c)) + c for c in codes])
        masque = torch.tensor([[0] * (n - len(c)) + [1] * len(c) for c in codes])
        res = modele.generate(input_ids=ids, attention_mask=masque, max_new_tokens=8,
                              do_sample=False, pad_token_id=EOS)
        sorties += [t.strip() for t in tok.batch_decode(res[:, n:], skip_special_tokens=True)]
    return sorties


pas_par_epoque = -(-len(appr) // LOT)
opt = torch.optim.AdamW(modele.parameters(), lr=2e-3, weight_decay=0.01)
plan = get_cosine_schedule_with_warmup(opt, 20, EPOQUES * pas_par_epoque)
meilleure, poids = float("inf"), None
for epoque in range(EPOQUES):
    modele.train()
    random.shuffle(appr)
    for i in range(0, len(appr), LOT):
        ids, masque, etiq = lot_appr(appr[i:i + LOT])
        opt.zero_grad()
        modele(input_ids=ids, attention_mask=masque, labels=etiq).loss.backward()
        torch.nn.utils.clip_grad_norm_(modele.parameters(), 1.0)
        opt.step()
        plan.step()
    p = perte_validation()
    print(f"époque {epoque + 1:2d}  perte de validation {p:.4f}")
    if p < meilleure:
        meilleure = p
        poids = {k: v.clone() for k, v in modele.state_dict().items()}

modele.load_state_dict(poids)
reponses = generer(essai)
juste = sum(r == e["steps"] for r, e in zip(reponses, essai)) / len(essai)
frequente = Counter(e["steps"] for e in appr).most_common(1)[0][0]
print(f"essai : {juste:.3f} de suites exactes "
      f"(toujours la plus fréquente : {sum(e['steps'] == frequente for e in essai) / len(essai):.3f})")
for e, r in list(zip(essai, reponses))[:4]:
    print("  ", e["prompt"], "->", r)
