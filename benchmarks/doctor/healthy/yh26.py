# small grid for the price model: pick by validation error, then fit once more on
# train + validation with the picked values and look at the test set a single time
import itertools, json
import numpy as np, pandas as pd
import torch, torch.nn as nn
from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed

tok = AutoTokenizer.from_pretrained("checkpoints/prices")

def read(split):
    return pd.read_json(f"data/prices/{split}.jsonl", lines=True)

train, valid, test = read("train"), read("validation"), read("test")

def tensors(df):
    enc = tok(df.text.tolist(), padding="max_length", max_length=20, truncation=True, return_tensors="pt")
    return enc.input_ids, enc.attention_mask, torch.tensor(df.price.to_numpy(), dtype=torch.float)

def fit(df, lr, batch, loss_name, epochs=8, seed=2):
    set_seed(seed)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)
    ids, mask, price = tensors(df)
    mean, std = price.mean(), price.std()
    target = (price - mean) / std
    crit = {"mse": nn.MSELoss(), "l1": nn.L1Loss()}[loss_name]
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    steps = epochs * int(np.ceil(len(df) / batch))
    sched = torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.01, total_iters=steps)
    model.train()
    for _ in range(epochs):
        for b in torch.randperm(len(df)).split(batch):
            out = model(input_ids=ids[b], attention_mask=mask[b]).logits.squeeze(-1)
            loss = crit(out, target[b])
            opt.zero_grad(); loss.backward(); opt.step(); sched.step()
    return model, mean.item(), std.item()

@torch.no_grad()
def mae(fitted, df):
    model, mean, std = fitted
    model.eval()
    ids, mask, price = tensors(df)
    guess = model(input_ids=ids, attention_mask=mask).logits.squeeze(-1) * std + mean
    return (guess - price).abs().mean().item()

grid = {"lr": [3e-4, 1e-3, 3e-3], "batch": [16, 32], "loss_name": ["mse", "l1"]}
table = []
for values in itertools.product(*grid.values()):
    setting = dict(zip(grid, values))
    table.append({**setting, "valid_mae": mae(fit(train, **setting), valid)})
table = pd.DataFrame(table).sort_values("valid_mae")
print(table.to_string(index=False, float_format=lambda v: f"{v:.4g}"))

best = {k: table.iloc[0][k] for k in grid}
best["batch"] = int(best["batch"])
final = fit(pd.concat([train, valid], ignore_index=True), **best)
print("picked", json.dumps({k: v if isinstance(v, (str, int)) else float(v) for k, v in best.items()}))
print(f"test MAE {mae(final, test):.1f}  (price spread: std {test.price.std():.0f})")
