"""Two moons with Accelerate, so that the same script runs on the laptop and on the cluster."""
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import make_moons
from torch import nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 15
BATCH = 32


def moons(n, seed):
    x, y = make_moons(n_samples=n, noise=0.15, random_state=seed)
    return TensorDataset(torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.long))


def main():
    accelerator = Accelerator()
    set_seed(42)

    train_loader = DataLoader(moons(1280, seed=1), batch_size=BATCH, shuffle=True)
    eval_loader = DataLoader(moons(400, seed=2), batch_size=128)

    model = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    scheduler = OneCycleLR(optimizer, max_lr=1e-2, total_steps=EPOCHS * len(train_loader))
    criterion = nn.CrossEntropyLoss()

    model, optimizer, train_loader, eval_loader, scheduler = accelerator.prepare(
        model, train_loader, eval_loader, optimizer, scheduler
    )

    for epoch in range(EPOCHS):
        model.train()
        epoch_loss = 0.0
        n_batches = 0
        for inputs, targets in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(inputs), targets)
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            epoch_loss += loss.item()
            n_batches += 1

        model.eval()
        correct, count = 0, 0
        for inputs, targets in eval_loader:
            with torch.no_grad():
                guess = model(inputs).argmax(dim=-1)
            guess, targets = accelerator.gather_for_metrics((guess, targets))
            correct += (guess == targets).sum().item()
            count += targets.numel()
        accelerator.print(
            f"epoch {epoch:2d}  loss {epoch_loss / n_batches:.4f}  eval acc {correct / count:.3f}"
        )


if __name__ == "__main__":
    main()
