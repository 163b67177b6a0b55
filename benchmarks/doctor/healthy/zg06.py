"""Two-stage fine-tuning for price regression.

Stage 1 trains the new head on a frozen encoder and writes a checkpoint,
stage 2 picks the checkpoint up and trains the whole network.
"""
import argparse
import json
import os

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_cosine_schedule_with_warmup


def load_split(name):
    with open(f"data/prices/{name}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], torch.tensor([float(r["price"]) for r in rows])


class PriceTuner:
    def __init__(self, args):
        self.args = args
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.tokenizer = AutoTokenizer.from_pretrained(args.model)
        train_texts, train_prices = load_split("train")
        val_texts, val_prices = load_split("validation")
        self.mean, self.std = train_prices.mean(), train_prices.std()
        self.train_loader = self.make_loader(train_texts, train_prices, shuffle=True)
        self.val_loader = self.make_loader(val_texts, val_prices, shuffle=False)

    def make_loader(self, texts, prices, shuffle):
        def collate(items):
            enc = self.tokenizer([t for t, _ in items], padding=True, truncation=True, return_tensors="pt")
            enc["labels"] = (torch.stack([p for _, p in items]) - self.mean) / self.std
            return enc

        data = list(zip(texts, prices))
        return DataLoader(data, batch_size=self.args.batch_size, shuffle=shuffle, collate_fn=collate)

    def build(self, freeze):
        model = AutoModelForSequenceClassification.from_pretrained(
            self.args.model, num_labels=1, problem_type="regression"
        )
        for p in model.base_model.parameters():
            p.requires_grad = not freeze
        return model.to(self.device)

    def make_optimizer(self, model, lr):
        params = [p for p in model.parameters() if p.requires_grad]
        print(f"training {sum(p.numel() for p in params)} parameters in {len(params)} tensors")
        return torch.optim.AdamW(params, lr=lr, weight_decay=0.01)

    @torch.no_grad()
    def mae(self, model):
        model.eval()
        errors = []
        for batch in self.val_loader:
            batch = batch.to(self.device)
            labels = batch.pop("labels")
            out = model(**batch).logits.squeeze(-1)
            errors.append((out - labels).abs())
        return (torch.cat(errors).mean() * self.std).item()

    def fit(self, model, optimizer, epochs, name):
        steps = epochs * len(self.train_loader)
        scheduler = get_cosine_schedule_with_warmup(optimizer, steps // 10, steps)
        for epoch in range(1, epochs + 1):
            model.train()
            total = 0.0
            for batch in self.train_loader:
                loss = model(**batch.to(self.device)).loss
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                total += loss.item()
            print(f"[{name}] epoch {epoch} loss {total / len(self.train_loader):.4f} val MAE {self.mae(model):.1f}")

    def run(self):
        path = os.path.join(self.args.out, "stage1.pt")
        model = self.build(freeze=True)
        optimizer = self.make_optimizer(model, self.args.head_lr)
        self.fit(model, optimizer, self.args.head_epochs, "head")
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)

        ckpt = torch.load(path, map_location=self.device)
        model = self.build(freeze=False)
        model.load_state_dict(ckpt["model"])
        optimizer = self.make_optimizer(model, self.args.lr)
        self.fit(model, optimizer, self.args.epochs, "full")
        model.save_pretrained(os.path.join(self.args.out, "final"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/prices")
    parser.add_argument("--out", default="out/zg06")
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--head_lr", type=float, default=2e-3)
    parser.add_argument("--head_epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=10)
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    torch.manual_seed(1)
    PriceTuner(args).run()
