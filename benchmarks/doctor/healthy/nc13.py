# Apprentissage de métrique sur les chiffres : lots P x K, perte contrastive supervisée,
# puis un plus proche voisin dont la galerie est le jeu d'entraînement.
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedShuffleSplit
from torch import nn
from torch.utils.data import DataLoader, Sampler, TensorDataset


class LotsPK(Sampler):
    """P classes tirées au hasard, K images de chacune, `n_lots` fois par époque."""

    def __init__(self, labels, p, k, n_lots, seed):
        self.par_classe = [torch.nonzero(labels == c).flatten() for c in labels.unique()]
        self.p, self.k, self.n_lots = p, k, n_lots
        self.gen = torch.Generator().manual_seed(seed)

    def __len__(self):
        return self.n_lots

    def __iter__(self):
        for _ in range(self.n_lots):
            lot = []
            for c in torch.randperm(len(self.par_classe), generator=self.gen)[: self.p].tolist():
                rangs = self.par_classe[c]
                choix = torch.randperm(len(rangs), generator=self.gen)[: self.k]
                lot += rangs[choix].tolist()
            yield lot


def perte_contrastive(z, y, temperature=0.1):
    """SupCon (Khosla et al.) : z est déjà normalisé, chaque ancre a K - 1 positifs."""
    sim = z @ z.T / temperature
    moi = torch.eye(len(z), dtype=torch.bool, device=z.device)
    log_p = sim - torch.logsumexp(sim.masked_fill(moi, float("-inf")), dim=1, keepdim=True)
    positif = (y[:, None] == y[None, :]) & ~moi
    return -((log_p * positif).sum(1) / positif.sum(1)).mean()


class Encodeur(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.corps = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.1),
                                   nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, dim))

    def forward(self, x):
        return F.normalize(self.corps(x), dim=1)


def plonger(modele, x):
    modele.eval()
    with torch.no_grad():
        return modele(x)


def knn(galerie, etiquettes, requetes, k=5):
    plus_proches = torch.cdist(requetes, galerie).topk(k, largest=False).indices
    return etiquettes[plus_proches].mode(dim=1).values


def exactitude(a, b):
    return (a == b).float().mean().item()


if __name__ == "__main__":
    torch.manual_seed(2)
    X, Y = load_digits(return_X_y=True)
    X, Y = torch.tensor(X / 16.0, dtype=torch.float32), torch.tensor(Y, dtype=torch.long)

    def couper(idx, part, graine):
        """Coupe un tenseur d'indices en deux, en gardant la proportion des classes."""
        s = StratifiedShuffleSplit(1, test_size=part, random_state=graine)
        a, b = next(s.split(torch.zeros(len(idx), 1).numpy(), Y[idx].numpy()))
        return idx[torch.from_numpy(a)], idx[torch.from_numpy(b)]

    reste, test = couper(torch.arange(len(Y)), 0.2, 0)
    train, val = couper(reste, 0.2, 1)
    assert len(set(train.tolist()) | set(val.tolist()) | set(test.tolist())) == len(Y)

    ds = TensorDataset(X[train], Y[train])
    lots = LotsPK(Y[train], p=8, k=8, n_lots=25, seed=3)
    chargeur = DataLoader(ds, batch_sampler=lots)

    modele = Encodeur()
    optimiseur = torch.optim.Adam(modele.parameters(), lr=2e-3)
    epoques = 25
    plan = torch.optim.lr_scheduler.CosineAnnealingLR(optimiseur, T_max=epoques, eta_min=1e-5)
    meilleur, garde = -1.0, None
    for e in range(epoques):
        modele.train()
        somme = 0.0
        for x, y in chargeur:
            optimiseur.zero_grad()
            perte = perte_contrastive(modele(x), y)
            perte.backward()
            optimiseur.step()
            somme += perte.item()
        plan.step()
        galerie = plonger(modele, X[train])
        acc = exactitude(knn(galerie, Y[train], plonger(modele, X[val])), Y[val])
        if e % 4 == 0:
            print(f"époque {e:2d}  perte {somme / len(chargeur):.3f}  validation {acc:.4f}")
        if acc > meilleur:
            meilleur, garde = acc, {n: t.clone() for n, t in modele.state_dict().items()}

    modele.load_state_dict(garde)
    pred = knn(plonger(modele, X[train]), Y[train], plonger(modele, X[test]))
    brut = knn(X[train], Y[train], X[test])
    print(f"test, 5 voisins : appris (16 dim.) {exactitude(pred, Y[test]):.4f}, "
          f"pixels bruts (64 dim.) {exactitude(brut, Y[test]):.4f}")
