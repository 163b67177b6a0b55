# Logistische Regression mit L-BFGS. Brustkrebs-Daten; die Schwelle kommt aus den Validierungszeilen.
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import train_test_split

torch.manual_seed(0)

daten = load_breast_cancer()
X = daten.data.astype(np.float64)
y = (daten.target == 0).astype(np.float64)  # 1 = boesartig, im Datensatz steht 0 dafuer

X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=11)
X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=11)

mittel, streuung = X_tr.mean(0), X_tr.std(0)
norm = lambda A: torch.from_numpy((A - mittel) / streuung)
Xt, Xv, Xe = norm(X_tr), norm(X_va), norm(X_te)
yt = torch.from_numpy(y_tr)

STRAFE = 1e-2


def anpassen():
    w = torch.zeros(Xt.shape[1], dtype=torch.float64, requires_grad=True)
    b = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    opt = torch.optim.LBFGS([w, b], lr=1.0, max_iter=200, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        verlust = F.binary_cross_entropy_with_logits(Xt @ w + b, yt) + STRAFE * w.pow(2).sum()
        verlust.backward()
        return verlust

    opt.step(closure)  # volle Zeilensuche: ein Aufruf macht bis zu 200 Iterationen
    return w.detach(), b.detach()


w, b = anpassen()
p_va = torch.sigmoid(Xv @ w + b).numpy()
p_te = torch.sigmoid(Xe @ w + b).numpy()

gitter = np.linspace(0.05, 0.95, 91)
f1 = [f1_score(y_va.astype(int), (p_va >= s).astype(int)) for s in gitter]
schwelle = gitter[int(np.argmax(f1))]

print(f"Schwelle (Validierung): {schwelle:.2f}, F1 dort {max(f1):.3f}")
print(f"Test: F1 {f1_score(y_te.astype(int), (p_te >= schwelle).astype(int)):.3f}, AUC {roc_auc_score(y_te, p_te):.3f}")
print(f"Zum Vergleich, immer 'boesartig': F1 {f1_score(y_te, np.ones_like(y_te)):.3f}")
