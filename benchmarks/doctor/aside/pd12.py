import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

ACCUMULATE, EPOCHS = 4, 12


def get_loaders():
    x, y = load_digits(return_X_y=True)
    x = torch.tensor(x / 16.0, dtype=torch.float32)
    y = torch.tensor(y)
    x_train, x_eval, y_train, y_eval = train_test_split(x, y, test_size=0.25, stratify=y, random_state=5)
    return (
        DataLoader(TensorDataset(x_train, y_train), batch_size=8, shuffle=True),
        DataLoader(TensorDataset(x_eval, y_eval), batch_size=128),
    )


def main():
    set_seed(5)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUMULATE)
    train_loader, eval_loader = get_loaders()
    model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.2), nn.Linear(128, 10))
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    model, optimizer, train_loader, eval_loader = accelerator.prepare(
        model, optimizer, train_loader, eval_loader
    )
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(EPOCHS):
        model.train()
        losses = []
        for step, (inputs, targets) in enumerate(train_loader):
            with accelerator.accumulate(model):
                loss = loss_fn(model(inputs), targets)
                accelerator.backward(loss)
                if step % ACCUMULATE == 0:
                    optimizer.step()
                    optimizer.zero_grad()
            losses.append(loss.item())

        model.eval()
        hits = []
        for inputs, targets in eval_loader:
            with torch.no_grad():
                predictions = model(inputs).argmax(dim=-1)
            predictions, targets = accelerator.gather_for_metrics((predictions, targets))
            hits.append((predictions == targets).float().cpu().numpy())
        accelerator.print(
            f"epoch {epoch + 1:2d}: train loss {np.mean(losses):.3f}, eval accuracy {np.concatenate(hits).mean():.3f}"
        )


if __name__ == "__main__":
    main()
