# Un petit modèle de langue au niveau du caractère, sans DataLoader.
# Les phrases viennent d'une grammaire faite à la main ; aucune phrase n'est
# dans deux lots à la fois (l'ensemble `vues` s'en assure).
import math
import os
import random
from collections import Counter

import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(3)
torch.manual_seed(3)

NOMS = "chat chien lapin renard loup mouton cheval canard hibou poisson marin jardinier voisin docteur peintre".split()
ADJ = "petit grand vieux jeune gentil rouge noir calme triste rapide bavard prudent".split()
VERBES = "regarde appelle cherche trouve aime suit dessine attend ignore salue".split()
LIEUX = "dans le jardin|sur la colline|devant la gare|sous le pont|chez le boucher|au bord du lac".split("|")


def phrase():
    c = random.choice
    return f"le {c(ADJ)} {c(NOMS)} {c(VERBES)} un {c(ADJ)} {c(NOMS)} {c(LIEUX)}"


vues = set()
while len(vues) < 1600:
    vues.add(phrase())
toutes = sorted(vues)            # ordre fixe, puis mélange reproductible
random.shuffle(toutes)
entrainement, validation, test = toutes[:1200], toutes[1200:1400], toutes[1400:]

# 0 = remplissage, 1 = début/fin de phrase (le même signe pour les deux)
alphabet = sorted(set("".join(entrainement)))
code = {ch: i + 2 for i, ch in enumerate(alphabet)}
V = len(alphabet) + 2


def lot(phrases):
    """entrée : [1] + lettres ; cible : lettres + [1]"""
    seqs = [[code[ch] for ch in p] for p in phrases]
    T = max(len(s) for s in seqs) + 1
    x = torch.zeros(len(seqs), T, dtype=torch.long)
    y = torch.zeros(len(seqs), T, dtype=torch.long)
    for i, s in enumerate(seqs):
        x[i, : len(s) + 1] = torch.tensor([1] + s)
        y[i, : len(s) + 1] = torch.tensor(s + [1])
    return x, y


def par_lots(phrases, taille, melange):
    ordre = list(range(len(phrases)))
    if melange:
        random.shuffle(ordre)
    for k in range(0, len(ordre), taille):
        yield lot([phrases[i] for i in ordre[k : k + taille]])


class Modele(nn.Module):
    def __init__(self, d=32, h=96):
        super().__init__()
        self.emb = nn.Embedding(V, d, padding_idx=0)
        self.gru = nn.GRU(d, h, batch_first=True)
        self.sortie = nn.Linear(h, V)

    def forward(self, x):
        o, _ = self.gru(self.emb(x))
        return self.sortie(o)


def perplexite(modele, phrases):
    """exp(somme des -log p / nombre de caractères réels), pas la moyenne des lots"""
    modele.eval()
    somme, n = 0.0, 0
    with torch.no_grad():
        for x, y in par_lots(phrases, 100, melange=False):
            logits = modele(x)
            somme += F.cross_entropy(logits.reshape(-1, V), y.reshape(-1), ignore_index=0, reduction="sum").item()
            n += int((y != 0).sum())
    return math.exp(somme / n)


modele = Modele()
opt = torch.optim.Adam(modele.parameters(), lr=5e-3)
meilleur, poids = float("inf"), None
for epoque in range(1, 11):
    modele.train()
    for x, y in par_lots(entrainement, 40, melange=True):
        opt.zero_grad()
        perte = F.cross_entropy(modele(x).reshape(-1, V), y.reshape(-1), ignore_index=0)
        perte.backward()
        nn.utils.clip_grad_norm_(modele.parameters(), 1.0)
        opt.step()
    pv = perplexite(modele, validation)
    print(f"époque {epoque:2d}  perplexité de validation {pv:.3f}")
    if pv < meilleur:
        meilleur = pv
        poids = {k: v.clone() for k, v in modele.state_dict().items()}

modele.load_state_dict(poids)

# Référence : fréquences des caractères de l'entraînement (fin de phrase comprise)
compte = Counter("".join(p + "\n" for p in entrainement))
total = sum(compte.values())
types = len(alphabet) + 1
nll = [-math.log((compte[ch] + 1) / (total + types)) for p in test for ch in p + "\n"]
print(f"test : GRU {perplexite(modele, test):.3f}, unigramme {math.exp(sum(nll) / len(nll)):.3f}")
os.makedirs("out/je03", exist_ok=True)
torch.save(modele.state_dict(), "out/je03/gru.pt")
