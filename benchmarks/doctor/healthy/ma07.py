# Zweiturm-Modell (dual encoder): zu einem Datum den passenden Code finden.
#
# Kontrastives Lernen mit den uebrigen Zeilen des Stapels als Gegenbeispielen. Dasselbe Datum steht mit
# verschiedenen Vorwoertern ("on", "until", ...) in den Daten und hat dann denselben Code; solche Paare
# duerfen keine Gegenbeispiele sein und werden in der Aehnlichkeitsmatrix ausgeblendet.
import json
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(99)
DATEN = Path("data/dates")
EPOCHEN, STAPEL = 40, 64


def lies(teil):
    zeilen = [json.loads(z) for z in (DATEN / f"{teil}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [(z["date"], z["code"]) for z in zeilen]


test = lies("test")
test_codes = {c for _, c in test}
valid = [z for z in lies("validation") if z[1] not in test_codes]
fremd = test_codes | {c for _, c in valid}
train = [z for z in lies("train") if z[1] not in fremd]      # kein Code der Pruefzeilen kommt im Training vor


class Woerter:
    def __init__(self, texte):
        self.nr = {w: i + 1 for i, w in enumerate(sorted({w for t in texte for w in t.split()}))}
        self.unbekannt = len(self.nr) + 1

    def __len__(self):
        return len(self.nr) + 2          # Fuellzeichen 0 und unbekannte Woerter

    def __call__(self, texte):
        ids = [torch.tensor([self.nr.get(w, self.unbekannt) for w in t.split()]) for t in texte]
        return nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=0)


class Turm(nn.Module):
    def __init__(self, n, dim=48):
        super().__init__()
        self.emb = nn.Embedding(n, dim, padding_idx=0)
        self.ort = nn.Embedding(8, dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 128), nn.GELU(), nn.Dropout(0.1), nn.Linear(128, dim))

    def forward(self, ids):
        maske = (ids != 0).unsqueeze(-1).float()
        h = self.emb(ids) + self.ort(torch.arange(ids.size(1)))
        mittel = (h * maske).sum(1) / maske.sum(1)
        return F.normalize(mittel + self.mlp(mittel), dim=-1)


class DualEncoder(nn.Module):
    def __init__(self, n_datum, n_code):
        super().__init__()
        self.datum, self.code = Turm(n_datum), Turm(n_code)
        self.log_skala = nn.Parameter(torch.tensor(10.0).log())

    def verlust(self, d, c, gruppe):
        s = self.datum(d) @ self.code(c).T * self.log_skala.clamp(max=4.6).exp()
        gleich = gruppe[:, None] == gruppe[None, :]
        gleich.fill_diagonal_(False)
        s = s.masked_fill(gleich, float("-inf"))     # falsche Gegenbeispiele; die Diagonale bleibt stehen
        ziel = torch.arange(len(s))
        return (F.cross_entropy(s, ziel) + F.cross_entropy(s.T, ziel)) / 2


w_datum, w_code = Woerter([d for d, _ in train]), Woerter([c for _, c in train])
code_nr = {c: i for i, c in enumerate(sorted({c for _, c in train}))}


@torch.no_grad()
def trefferquote(modell, zeilen, ks=(1, 5)):
    """Anteil der Daten, deren Code unter den k aehnlichsten aller Codes des Teils ist; dazu der MRR."""
    modell.eval()
    kandidaten = sorted({c for _, c in zeilen})
    gold = torch.tensor([kandidaten.index(c) for _, c in zeilen])
    s = modell.datum(w_datum([d for d, _ in zeilen])) @ modell.code(w_code(kandidaten)).T
    eigen = s.gather(1, gold[:, None])
    rang = (s >= eigen).sum(1)           # bei Gleichstand der schlechtere Rang
    return {**{f"R@{k}": (rang <= k).float().mean().item() for k in ks},
            "MRR": (1.0 / rang).mean().item(), "Kandidaten": len(kandidaten)}


modell = DualEncoder(len(w_datum), len(w_code))
schritte = EPOCHEN * (len(train) // STAPEL)
opt = torch.optim.AdamW(modell.parameters(), lr=5e-3, weight_decay=1e-3)
plan = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=schritte)

bester, gewichte = -1.0, None
for epoche in range(EPOCHEN):
    modell.train()
    reihenfolge = torch.randperm(len(train)).tolist()
    # der unvollstaendige letzte Stapel faellt weg: mit wenigen Gegenbeispielen waere er zu leicht
    for k in range(len(train) // STAPEL):
        stapel = [train[i] for i in reihenfolge[k * STAPEL:(k + 1) * STAPEL]]
        gruppe = torch.tensor([code_nr[c] for _, c in stapel])
        verlust = modell.verlust(w_datum([d for d, _ in stapel]), w_code([c for _, c in stapel]), gruppe)
        opt.zero_grad()
        verlust.backward()
        opt.step()
        plan.step()
    stand = trefferquote(modell, valid)
    if stand["MRR"] > bester:
        bester, gewichte = stand["MRR"], {k: v.clone() for k, v in modell.state_dict().items()}
    if epoche % 5 == 4:
        print(f"Epoche {epoche + 1:2d}  Verlust {verlust.item():.4f}  valid R@1 {stand['R@1']:.3f}  MRR {stand['MRR']:.3f}")

modell.load_state_dict(gewichte)
ergebnis = trefferquote(modell, test)
print("Test:", {k: round(v, 3) for k, v in ergebnis.items()}, "| Raten: R@1 =", round(1 / ergebnis["Kandidaten"], 4))
