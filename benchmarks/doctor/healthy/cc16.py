"""Handwritten digits, tiny ViT, bfloat16 autocast on the CPU, own loss written out."""
import math

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset
from transformers import ViTConfig, ViTForImageClassification

SEED, EPOCHS, BATCH, PEAK_LR = 10, 14, 64, 1.5e-3


def load():
    digits = load_digits()
    images, targets = digits.images.astype(np.float32), digits.target
    rest_x, test_x, rest_y, test_y = train_test_split(
        images, targets, test_size=300, stratify=targets, random_state=SEED
    )
    train_x, val_x, train_y, val_y = train_test_split(
        rest_x, rest_y, test_size=250, stratify=rest_y, random_state=SEED
    )
    mean, std = train_x.mean(), train_x.std()

    def pack(x, y):
        return TensorDataset(torch.from_numpy((x - mean) / std).unsqueeze(1), torch.from_numpy(y).long())

    return pack(train_x, train_y), pack(val_x, val_y), pack(test_x, test_y)


def nll(model, x, y):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(pixel_values=x).logits
    # the softmax in float32
    log_probs = F.log_softmax(logits.float(), dim=-1)
    return F.nll_loss(log_probs, y), log_probs


def accuracy(model, dataset):
    was_training = model.training
    model.eval()
    guesses = []
    with torch.inference_mode():
        for x, y in DataLoader(dataset, batch_size=128):
            _, log_probs = nll(model, x, y)
            guesses.append(log_probs.argmax(-1).numpy())
    model.train(was_training)
    return float((np.concatenate(guesses) == dataset.tensors[1].numpy()).mean())


def main():
    torch.manual_seed(SEED)
    train_set, val_set, test_set = load()
    loader = DataLoader(train_set, batch_size=BATCH, shuffle=True, drop_last=True)

    model = ViTForImageClassification(
        ViTConfig(
            image_size=8, patch_size=2, num_channels=1, hidden_size=64, num_hidden_layers=3,
            num_attention_heads=4, intermediate_size=128, hidden_dropout_prob=0.05, num_labels=10,
        )
    )
    matrices = [p for p in model.parameters() if p.ndim >= 2]
    vectors = [p for p in model.parameters() if p.ndim < 2]
    optimizer = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": 0.05}, {"params": vectors, "weight_decay": 0.0}], lr=PEAK_LR
    )

    total = EPOCHS * len(loader)
    warmup = total // 10

    def factor(step):
        if step < warmup:
            return (step + 1) / warmup
        return 0.5 * (1 + math.cos(math.pi * (step - warmup) / (total - warmup)))

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)

    model.train()
    for epoch in range(EPOCHS):
        summed = 0.0
        for x, y in loader:
            loss, _ = nll(model, x, y)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad(set_to_none=True)
            summed += loss.item()
        print(f"{epoch + 1:2d}  train nll {summed / len(loader):.4f}  val acc {accuracy(model, val_set):.3f}")

    print(f"test acc {accuracy(model, test_set):.3f}")


if __name__ == "__main__":
    main()
