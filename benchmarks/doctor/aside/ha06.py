"""What is it worth? Guess the price of a small ad."""
import json
import math

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

DIR = "checkpoints/prices"
torch.manual_seed(8)


def load_ads(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [(a["text"], float(a["price"])) for a in map(json.loads, f)]


def make_collate(tokenizer, mu, sigma):
    def collate(pairs):
        texts = [t for t, _ in pairs]
        prices = torch.tensor([p for _, p in pairs])
        batch = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
        batch["labels"] = (prices - mu) / sigma
        return batch

    return collate


@torch.no_grad()
def evaluate(model, loader, mu, sigma):
    model.eval()
    predicted, true = [], []
    for batch in loader:
        true.append(batch.pop("labels"))
        predicted.append(model(**batch).logits)
    predicted = torch.cat(predicted) * sigma + mu
    true = torch.cat(true) * sigma + mu
    error = predicted - true
    return error.abs().mean().item(), math.sqrt(error.pow(2).mean().item())


def main(epochs=20, lr=1e-3, batch_size=32):
    train = load_ads("train")
    texts = {t for t, _ in train}
    valid = [ad for ad in load_ads("validation") if ad[0] not in texts]

    prices = torch.tensor([p for _, p in train])
    mu, sigma = prices.mean().item(), prices.std().item()

    tokenizer = AutoTokenizer.from_pretrained(DIR)
    model = AutoModelForSequenceClassification.from_pretrained(DIR, num_labels=1, problem_type="regression")
    collate = make_collate(tokenizer, mu, sigma)
    train_loader = DataLoader(train, batch_size=batch_size, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(valid, batch_size=batch_size, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=lr, total_steps=epochs * len(train_loader))

    for epoch in range(epochs):
        model.train()
        losses = []
        for batch in train_loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            losses.append(loss.item())
        mae, rmse = evaluate(model, valid_loader, mu, sigma)
        print(f"{epoch:2d}  mse (scaled) {sum(losses) / len(losses):.4f}   valid MAE {mae:.1f}   RMSE {rmse:.1f}")


if __name__ == "__main__":
    main()
