# kaggle-style: FT-Transformer-ish model for the breast cancer table, 3 folds, OOF AUC + hold-out
import torch
import numpy as np
from torch import nn
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler
from transformers import BertConfig, BertModel, get_linear_schedule_with_warmup, set_seed

class CFG:
    seed, folds, epochs, bs, lr, dim = 42, 3, 15, 32, 1e-3, 32

class FeatureBert(nn.Module):
    def __init__(self, n_feat):
        super().__init__()
        self.w = nn.Parameter(torch.randn(n_feat, CFG.dim) * 0.2)
        self.cls = nn.Parameter(torch.zeros(1, 1, CFG.dim))
        self.bert = BertModel(BertConfig(vocab_size=2, hidden_size=CFG.dim, num_hidden_layers=2,
                                         num_attention_heads=4, intermediate_size=64,
                                         max_position_embeddings=n_feat + 1), add_pooling_layer=False)
        self.head = nn.Linear(CFG.dim, 1)

    def forward(self, x):
        tokens = x.unsqueeze(-1) * self.w
        tokens = torch.cat([self.cls.expand(len(x), -1, -1), tokens], dim=1)
        return self.head(self.bert(inputs_embeds=tokens).last_hidden_state[:, 0]).squeeze(-1)

def predict(model, x):
    model.eval()
    with torch.no_grad():
        return torch.sigmoid(model(torch.as_tensor(x, dtype=torch.float32))).numpy()

def fit(x, y):
    x, y = torch.as_tensor(x, dtype=torch.float32), torch.as_tensor(y, dtype=torch.float32)
    model = FeatureBert(x.shape[1])
    opt = torch.optim.AdamW(model.parameters(), lr=CFG.lr, weight_decay=0.01)
    steps = CFG.epochs * -(-len(x) // CFG.bs)
    sched = get_linear_schedule_with_warmup(opt, steps // 10, steps)
    crit = nn.BCEWithLogitsLoss()
    model.train()
    for _ in range(CFG.epochs):
        for idx in torch.randperm(len(x)).split(CFG.bs):
            loss = crit(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
    return model

set_seed(CFG.seed)
X, Y = load_breast_cancer(return_X_y=True)
X, X_hold, Y, y_hold = train_test_split(X, Y, test_size=0.2, stratify=Y, random_state=CFG.seed)
oof, hold = np.zeros(len(Y)), np.zeros(len(y_hold))
for k, (tr, va) in enumerate(StratifiedKFold(CFG.folds, shuffle=True, random_state=CFG.seed).split(X, Y)):
    sc = StandardScaler().fit(X[tr])
    model = fit(sc.transform(X[tr]), Y[tr])          # a new model every fold
    oof[va] = predict(model, sc.transform(X[va]))
    hold += predict(model, sc.transform(X_hold)) / CFG.folds
    print(f"fold {k}: auc {roc_auc_score(Y[va], oof[va]):.4f}")
print(f"OOF auc {roc_auc_score(Y, oof):.4f} | hold-out auc {roc_auc_score(y_hold, hold):.4f}")
