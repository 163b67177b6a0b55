# Churn prediction on a customer table: entity embeddings, 5 folds, averaged weights.
from typing import Dict, List, Tuple

import numpy as np
import pandas as pd
import torch
from sklearn.impute import SimpleImputer
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder, QuantileTransformer
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

NUMERIC = ["age", "tenure", "monthly_fee", "calls", "gigabytes"]
CATEGORICAL = ["plan", "region", "payment"]
TARGET = "churned"


def customers(n: int = 3000, seed: int = 5) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    df = pd.DataFrame(
        {
            "age": rng.integers(18, 85, n).astype(float),
            "tenure": rng.gamma(2.0, 14.0, n),
            "monthly_fee": rng.normal(38, 11, n).clip(8),
            "calls": rng.poisson(1.4, n).astype(float),
            "gigabytes": rng.lognormal(2.0, 0.8, n),
            "plan": rng.choice(["basic", "family", "premium", "student"], n, p=[0.4, 0.25, 0.2, 0.15]),
            "region": rng.choice(list("ABCDEFGHIJ"), n),
            "payment": rng.choice(["card", "transfer", "cheque"], n, p=[0.5, 0.35, 0.15]),
        }
    )
    region_effect = dict(zip("ABCDEFGHIJ", rng.normal(0, 0.7, 10)))
    score = (
        -2.9
        - 0.045 * df.tenure
        + 0.06 * (df.monthly_fee - 38)
        + 0.65 * df.calls
        + df.plan.map({"basic": 0.5, "family": -0.9, "premium": 0.0, "student": 1.0})
        + df.region.map(region_effect)
        + 1.2 * ((df.payment == "cheque") & (df.age < 40))
    )
    df[TARGET] = (rng.random(n) < 1 / (1 + np.exp(-1.4 * score))).astype(int)
    for col in ["age", "gigabytes"]:
        df.loc[rng.random(n) < 0.06, col] = np.nan
    return df


class Preprocessor:
    """Everything here is fitted on the training part of a fold."""

    def fit(self, df: pd.DataFrame) -> "Preprocessor":
        self.num = make_pipeline(
            SimpleImputer(strategy="median", add_indicator=True),
            QuantileTransformer(n_quantiles=200, output_distribution="normal", random_state=0),
        ).fit(df[NUMERIC])
        self.cat = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1).fit(df[CATEGORICAL])
        self.cardinalities = [len(c) + 1 for c in self.cat.categories_]  # 0 is for unknown values
        return self

    def tensors(self, df: pd.DataFrame) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        x = torch.tensor(self.num.transform(df[NUMERIC]).clip(-4, 4), dtype=torch.float32)
        c = torch.tensor(self.cat.transform(df[CATEGORICAL]) + 1, dtype=torch.long)
        return x, c, torch.tensor(df[TARGET].to_numpy(), dtype=torch.float32)


class TabularNet(nn.Module):
    def __init__(self, n_numeric: int, cardinalities: List[int], hidden: int = 64, p: float = 0.2):
        super().__init__()
        dims = [min(8, (n + 1) // 2) for n in cardinalities]
        self.embeddings = nn.ModuleList(nn.Embedding(n, d) for n, d in zip(cardinalities, dims))
        self.mlp = nn.Sequential(
            nn.Linear(n_numeric + sum(dims), hidden),
            nn.LayerNorm(hidden),
            nn.SiLU(),
            nn.Dropout(p),
            nn.Linear(hidden, hidden // 2),
            nn.SiLU(),
            nn.Dropout(p),
            nn.Linear(hidden // 2, 1),
        )

    def forward(self, x: torch.Tensor, c: torch.Tensor) -> torch.Tensor:
        e = [emb(c[:, i]) for i, emb in enumerate(self.embeddings)]
        return self.mlp(torch.cat([x, *e], dim=1)).squeeze(1)


@torch.inference_mode()
def predict(model: nn.Module, x: torch.Tensor, c: torch.Tensor) -> np.ndarray:
    model.eval()
    return torch.sigmoid(model(x, c)).numpy()


def fit_fold(train: pd.DataFrame, valid: pd.DataFrame, seed: int, epochs: int = 15) -> Tuple[nn.Module, Preprocessor, np.ndarray]:
    torch.manual_seed(seed)
    prep = Preprocessor().fit(train)
    x, c, y = prep.tensors(train)
    vx, vc, _ = prep.tensors(valid)

    # churners are rare: draw them a little more often than they come
    pos = y.mean().item()
    weights = torch.where(y == 1, 0.35 / pos, 0.65 / (1 - pos))
    sampler = WeightedRandomSampler(weights, num_samples=len(y), replacement=True)
    loader = DataLoader(TensorDataset(x, c, y), batch_size=64, sampler=sampler)

    model = TabularNet(x.shape[1], prep.cardinalities)
    averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=3e-3, epochs=epochs, steps_per_epoch=len(loader))
    criterion = nn.BCEWithLogitsLoss()

    for _ in range(epochs):
        model.train()
        for bx, bc, by in loader:
            optimizer.zero_grad()
            loss = criterion(model(bx, bc), by)
            loss.backward()
            optimizer.step()
            scheduler.step()
            averaged.update_parameters(model)
    # the rate has come down to nothing, the averaged weights of the last epoch are the result
    return averaged.module, prep, predict(averaged.module, vx, vc)


def main() -> None:
    df = customers()
    work, test = train_test_split(df, test_size=0.2, stratify=df[TARGET], random_state=0)
    work = work.reset_index(drop=True)
    print(f"{len(work)} customers for the folds, {len(test)} for the test, churn rate {df[TARGET].mean():.3f}")

    test_scores: List[np.ndarray] = []
    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=1)
    report: Dict[str, List[float]] = {"auc": [], "ap": []}
    for k, (tr, va) in enumerate(folds.split(work, work[TARGET])):
        model, prep, p = fit_fold(work.iloc[tr], work.iloc[va], seed=100 + k)
        y = work[TARGET].to_numpy()[va]
        report["auc"].append(roc_auc_score(y, p))
        report["ap"].append(average_precision_score(y, p))
        tx, tc, _ = prep.tensors(test)
        test_scores.append(predict(model, tx, tc))
        print(f"fold {k}: auc {report['auc'][-1]:.3f}, average precision {report['ap'][-1]:.3f}")

    ensemble = np.mean(test_scores, axis=0)
    print("folds: auc %.3f +- %.3f" % (np.mean(report["auc"]), np.std(report["auc"])))
    print(
        "test, mean of the five models: auc %.3f, average precision %.3f"
        % (roc_auc_score(test[TARGET], ensemble), average_precision_score(test[TARGET], ensemble))
    )


if __name__ == "__main__":
    main()
