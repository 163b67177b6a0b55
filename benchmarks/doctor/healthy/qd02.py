# Complète la liste des étapes à partir de l'amorce, avec un petit GPT-2.
# Les verbes sont les mêmes partout ; les amorces de validation et de test sont nouvelles.
# La perte ne porte que sur la réponse (amorce et remplissage valent -100).
import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig, get_cosine_schedule_with_warmup

CHEMIN = "checkpoints/steps"
EPOQUES, LOT, PAS = 15, 32, 2e-3

random.seed(5)
torch.manual_seed(5)
torch.set_num_threads(2)

tok = AutoTokenizer.from_pretrained(CHEMIN)
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained(CHEMIN)
model.config.pad_token_id = tok.pad_token_id


def lire(partie):
    with open(f"data/steps/{partie}.jsonl", encoding="utf-8") as f:
        return [json.loads(ligne) for ligne in f]


test = lire("test")
vus = {e["prompt"] for e in test}
valid = [e for e in lire("validation") if e["prompt"] not in vus]
vus |= {e["prompt"] for e in valid}
train = [e for e in lire("train") if e["prompt"] not in vus]
print(len(train), "exemples d'apprentissage,", len(valid), "de validation,", len(test), "de test")


def assembler(exemples):
    """Remplissage à droite pour l'apprentissage."""
    suites, cibles = [], []
    for e in exemples:
        debut = tok(e["prompt"])["input_ids"]
        fin = tok(e["steps"])["input_ids"] + [tok.eos_token_id]
        suites.append(debut + fin)
        cibles.append([-100] * len(debut) + fin)
    n = max(map(len, suites))
    return {
        "input_ids": torch.tensor([s + [tok.pad_token_id] * (n - len(s)) for s in suites]),
        "attention_mask": torch.tensor([[1] * len(s) + [0] * (n - len(s)) for s in suites]),
        # le vrai </s> de la fin reste dans la cible, pas celui du remplissage
        "labels": torch.tensor([c + [-100] * (n - len(c)) for c in cibles]),
    }


reglage = GenerationConfig(
    max_new_tokens=8, do_sample=False, eos_token_id=tok.eos_token_id, pad_token_id=tok.pad_token_id
)


@torch.no_grad()
def justes(exemples):
    model.eval()
    ok = 0
    for i in range(0, len(exemples), 80):
        lot = exemples[i:i + 80]
        # remplissage à gauche pour générer
        entree = tok([e["prompt"] for e in lot], padding=True, padding_side="left", return_tensors="pt")
        sortie = model.generate(
            input_ids=entree["input_ids"],
            attention_mask=entree["attention_mask"],
            generation_config=reglage,
        )
        textes = tok.batch_decode(sortie[:, entree["input_ids"].shape[1]:], skip_special_tokens=True)
        ok += sum(t.strip() == e["steps"] for t, e in zip(textes, lot))
    return ok / len(exemples)


chargeur = DataLoader(train, batch_size=LOT, shuffle=True, collate_fn=assembler)
opt = torch.optim.AdamW(model.parameters(), lr=PAS, weight_decay=0.01)
total = EPOQUES * len(chargeur)
plan = get_cosine_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)

meilleur, garde = -1.0, None
for epoque in range(1, EPOQUES + 1):
    model.train()
    somme = mots = 0.0
    for lot in chargeur:
        perte = model(**lot).loss
        perte.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        plan.step()
        opt.zero_grad()
        n = (lot["labels"] != -100).sum().item()
        somme += perte.item() * n
        mots += n
    if epoque % 3 == 0:
        score = justes(valid)
        print(f"époque {epoque} : perte {somme / mots:.3f}, validation exacte {score:.3f}")
        if score > meilleur:
            meilleur = score
            garde = {k: v.detach().clone() for k, v in model.state_dict().items()}

model.load_state_dict(garde)
reponses = [e["steps"] for e in train]
frequente = max(set(reponses), key=reponses.count)
print(f"test, réponses exactes : {justes(test):.3f}")
print(f"toujours la plus fréquente : {sum(e['steps'] == frequente for e in test) / len(test):.3f}")
model.save_pretrained("out/qd02/modele")
tok.save_pretrained("out/qd02/modele")
