# Digits with a tiny Vision Transformer, plain PyTorch loop
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset
from transformers import ViTConfig, ViTForImageClassification


def get_loaders(batch_size):
    digits = load_digits()
    x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 8.0 - 1.0
    y = torch.tensor(digits.target)
    x_train, x_val, y_train, y_val = train_test_split(x, y, test_size=0.2, random_state=0, stratify=y)
    train = DataLoader(TensorDataset(x_train, y_train), batch_size=batch_size, shuffle=True)
    val = DataLoader(TensorDataset(x_val, y_val), batch_size=256)
    return train, val


def get_model():
    config = ViTConfig(
        image_size=8,
        patch_size=2,
        num_channels=1,
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        num_labels=10,
    )
    return ViTForImageClassification(config)


def train_one_epoch(model, loader, optimizer):
    model.train()
    total, n = 0.0, 0
    for pixels, labels in loader:
        optimizer.zero_grad
        out = model(pixel_values=pixels, labels=labels)
        out.loss.backward()
        optimizer.step()
        total += out.loss.item() * len(labels)
        n += len(labels)
    return total / n


@torch.no_grad()
def validate(model, loader):
    model.eval()
    total, right, n = 0.0, 0, 0
    for pixels, labels in loader:
        out = model(pixel_values=pixels, labels=labels)
        total += out.loss.item() * len(labels)
        right += (out.logits.argmax(dim=1) == labels).sum().item()
        n += len(labels)
    return total / n, right / n


def main():
    torch.manual_seed(0)
    train_loader, val_loader = get_loaders(batch_size=64)
    model = get_model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    for epoch in range(1, 11):
        train_loss = train_one_epoch(model, train_loader, optimizer)
        val_loss, val_acc = validate(model, val_loader)
        print(f"[{epoch:2d}] train {train_loss:.3f} | val {val_loss:.3f} | acc {val_acc:.3f}")


if __name__ == "__main__":
    main()
