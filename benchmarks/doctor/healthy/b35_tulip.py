import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
import json
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(55)

class Mots(Dataset):
    """Phrases et étiquettes, un fichier par partie."""
    def __init__(self, partie):
        self.lignes = [json.loads(l) for l in open(f"data/tags/{partie}.jsonl", encoding="utf-8")]
    def __len__(self):
        return len(self.lignes)
    def __getitem__(self, i):
        return self.lignes[i]["words"], self.lignes[i]["tags"]

class Etiqueteur(nn.Module):
    """Moyenne des morceaux de chaque mot, puis une couche linéaire."""
    def __init__(self, chemin, n):
        super().__init__()
        self.encodeur = AutoModel.from_pretrained(chemin)
        self.abandon = nn.Dropout(0.1)
        self.sortie = nn.Linear(self.encodeur.config.dim, n)
    def forward(self, enc, appartenance):
        etats = self.encodeur(**enc).last_hidden_state            # (lot, morceaux, dim)
        mots = torch.bmm(appartenance, etats)                     # (lot, mots, dim)
        mots = mots / appartenance.sum(-1, keepdim=True).clamp(min=1)
        return self.sortie(self.abandon(mots))

jetons = AutoTokenizer.from_pretrained("checkpoints/tags")

def assembler(lot):
    phrases, etiquettes = zip(*lot)
    enc = jetons(list(phrases), is_split_into_words=True, padding=True, truncation=True, return_tensors="pt")
    n_mots = max(map(len, phrases))
    app = torch.zeros(len(lot), n_mots, enc["input_ids"].shape[1])
    cible = torch.full((len(lot), n_mots), -100)
    for b, tags in enumerate(etiquettes):
        for j, m in enumerate(enc.word_ids(b)):
            if m is not None:
                app[b, m, j] = 1.0
                cible[b, m] = tags[m]
    return {k: enc[k] for k in ("input_ids", "attention_mask")}, app, cible

entrainement, validation = Mots("train"), Mots("validation")
n = 1 + max(t for _, tags in entrainement for t in tags)
modele = Etiqueteur("checkpoints/tags", n)
charge = DataLoader(entrainement, 16, shuffle=True, collate_fn=assembler)
charge_val = DataLoader(validation, 40, collate_fn=assembler)
EPOQUES = 7
optimiseur = torch.optim.Adam(modele.parameters(), lr=1e-3)
planning = torch.optim.lr_scheduler.CosineAnnealingLR(optimiseur, T_max=EPOQUES * len(charge))
perte = nn.CrossEntropyLoss(ignore_index=-100)

for e in range(EPOQUES):
    modele.train()
    somme = 0.0
    for enc, app, cible in charge:
        optimiseur.zero_grad()
        l = perte(modele(enc, app).flatten(0, 1), cible.flatten())
        l.backward()
        optimiseur.step()
        planning.step()
        somme += l.item()
    modele.eval()
    justes = noms = 0
    with torch.no_grad():
        for enc, app, cible in charge_val:
            p = modele(enc, app).argmax(-1)
            justes += ((p == cible) & (cible > 0)).sum().item()
            noms += (cible > 0).sum().item()
    print(f"époque {e + 1} : perte {somme / len(charge):.3f}, noms justes {justes / noms:.3f}")
