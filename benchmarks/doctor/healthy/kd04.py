# Zwei-Turm-Suche: Anfragen und Dokumente haben verschiedene Wortschaetze,
# das Modell muss die "Uebersetzung" aus Paaren lernen.  MRR, Recall@k, NDCG von Hand.
import math
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(5)
torch.manual_seed(5)

N_BEGRIFFE, SYN = 60, 3
N_TRAIN, N_VAL, N_TEST = 3000, 400, 400


def mache_daten(n):
    """n verschiedene Begriffsmengen (6 Begriffe), je ein Dokument und eine Anfrage (4 davon)."""
    mengen = set()
    while len(mengen) < n:
        mengen.add(tuple(sorted(rng.choice(N_BEGRIFFE, 6, replace=False).tolist())))
    mengen = np.array(sorted(mengen))
    rng.shuffle(mengen)
    doks = mengen * SYN + rng.integers(0, SYN, mengen.shape)
    wahl = np.array([rng.choice(6, 4, replace=False) for _ in range(n)])
    frag = np.take_along_axis(mengen, wahl, axis=1)
    anfragen = frag * SYN + rng.integers(0, SYN, frag.shape)
    return mengen, frag, torch.from_numpy(doks), torch.from_numpy(anfragen)


mengen, begriffe_q, D, Q = mache_daten(N_TRAIN + N_VAL + N_TEST)
tr = slice(0, N_TRAIN)
va = slice(N_TRAIN, N_TRAIN + N_VAL)
te = slice(N_TRAIN + N_VAL, None)


class Turm(nn.Module):
    def __init__(self, dim=64):
        super().__init__()
        self.e = nn.EmbeddingBag(N_BEGRIFFE * SYN, dim, mode="mean")

    def forward(self, woerter):
        return F.normalize(self.e(woerter), dim=-1)


class Suche(nn.Module):
    def __init__(self):
        super().__init__()
        self.frage, self.dok = Turm(), Turm()
        self.log_temp = nn.Parameter(torch.tensor(math.log(10.0)))

    def forward(self, q, d):
        return self.frage(q) @ self.dok(d).T * self.log_temp.exp().clamp(max=50)


def relevanz(teil):
    """Wie viele der vier gefragten Begriffe stehen im Dokument? (Fragen x Dokumente)"""
    einsq = np.zeros((len(begriffe_q[teil]), N_BEGRIFFE))
    eind = np.zeros((len(mengen[teil]), N_BEGRIFFE))
    np.put_along_axis(einsq, begriffe_q[teil], 1, axis=1)
    np.put_along_axis(eind, mengen[teil], 1, axis=1)
    return einsq @ eind.T


def masse(punkte, teil, k=10):
    punkte = np.asarray(punkte, dtype=float)
    n = len(punkte)
    # Gleichstaende zufaellig brechen, sonst waere die Diagonale nicht fair gerankt
    gemischt = np.random.default_rng(0).random(punkte.shape)
    folge = np.lexsort((gemischt, -punkte), axis=-1)
    rang = 1 + np.argmax(folge == np.arange(n)[:, None], axis=1)
    gewinn = 2 ** relevanz(teil) - 1
    abschlag = 1 / np.log2(np.arange(2, k + 2))
    dcg = (np.take_along_axis(gewinn, folge, 1)[:, :k] * abschlag).sum(1)
    ideal = (-np.sort(-gewinn, axis=1)[:, :k] * abschlag).sum(1)
    return dict(MRR=(1 / rang).mean(), R1=(rang <= 1).mean(), R10=(rang <= 10).mean(),
                NDCG10=(dcg / ideal).mean())


@torch.no_grad()
def punkte_von(modell, teil):
    modell.eval()
    return modell(Q[teil], D[teil]).numpy()


def zeige(name, m):
    print(f"{name:22s}", "  ".join(f"{a} {b:.3f}" for a, b in m.items()))


modell = Suche()
vorher = masse(punkte_von(modell, te), te)

opt = torch.optim.Adam(modell.parameters(), lr=1e-2)
bestes, bester_stand = -1.0, None
Qt, Dt = Q[tr], D[tr]
for epoche in range(25):
    modell.train()
    summe = 0.0
    for i in torch.randperm(N_TRAIN).split(250):
        s = modell(Qt[i], Dt[i])
        ziel = torch.arange(len(i))
        verlust = (F.cross_entropy(s, ziel) + F.cross_entropy(s.T, ziel)) / 2
        opt.zero_grad()
        verlust.backward()
        opt.step()
        summe += verlust.item() * len(i)
    mrr = masse(punkte_von(modell, va), va)["MRR"]
    if mrr > bestes:
        bestes = mrr
        bester_stand = {k: v.clone() for k, v in modell.state_dict().items()}
    if epoche % 5 == 4:
        print(f"Epoche {epoche + 1}: Verlust {summe / N_TRAIN:.3f}, MRR auf Validierung {mrr:.3f}")
modell.load_state_dict(bester_stand)

# Zaehlmodell als Vergleich: log P(Dokumentwort | Fragewort) / P(Dokumentwort) aus den Trainingspaaren
q1 = F.one_hot(Qt, N_BEGRIFFE * SYN).sum(1).double()
d1 = F.one_hot(Dt, N_BEGRIFFE * SYN).sum(1).double()
gemeinsam = q1.T @ d1 + 0.5
pmi = (gemeinsam / gemeinsam.sum(1, keepdim=True)).log() - ((d1.sum(0) + 0.5) / (d1.sum() + 0.5 * d1.shape[1])).log()
qt, dt = F.one_hot(Q[te], N_BEGRIFFE * SYN).sum(1).double(), F.one_hot(D[te], N_BEGRIFFE * SYN).sum(1).double()

print(f"Zufall: erwartete MRR {sum(1 / r for r in range(1, N_TEST + 1)) / N_TEST:.3f}")
zeige("Test, ungelernt", vorher)
zeige("Test, Zaehlmodell PMI", masse((qt @ pmi @ dt.T).numpy(), te))
zeige("Test, gelernt", masse(punkte_von(modell, te), te))
