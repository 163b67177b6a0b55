from dataclasses import dataclass

import torch
from torch.utils.data import DataLoader, random_split
from transformers import DistilBertConfig, DistilBertForSequenceClassification


@dataclass
class Settings:
    rows: int = 900
    seq_len: int = 16
    vocab: int = 120
    batch_size: int = 32
    lr: float = 5e-4
    epochs: int = 8
    dropout: float = 0.3


def make_data(s):
    """Label 1 when more 'good' words (2..21) than 'bad' words (22..41) are in the row, with an odd number of them."""
    rows = []
    for _ in range(s.rows):
        ids = torch.randint(42, s.vocab, (s.seq_len,))
        ids[0] = 1
        places = 1 + torch.randperm(s.seq_len - 1)[:5]
        good = torch.randint(0, 6, (1,)).item()
        ids[places[:good]] = torch.randint(2, 22, (good,))
        ids[places[good:]] = torch.randint(22, 42, (5 - good,))
        rows.append({"input_ids": ids, "labels": torch.tensor(int(good >= 3))})
    return rows


class Runner:
    def __init__(self, settings):
        self.s = settings
        data = make_data(settings)
        n_val = len(data) // 5
        train, val = random_split(data, [len(data) - n_val, n_val])
        self.train_loader = DataLoader(train, batch_size=settings.batch_size, shuffle=True)
        self.val_loader = DataLoader(val, batch_size=128)
        self.model = DistilBertForSequenceClassification(
            DistilBertConfig(
                vocab_size=settings.vocab,
                max_position_embeddings=settings.seq_len,
                dim=64,
                n_layers=2,
                n_heads=4,
                hidden_dim=128,
                dropout=settings.dropout,
                attention_dropout=settings.dropout,
                seq_classif_dropout=settings.dropout,
                num_labels=2,
            )
        )
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=settings.lr, weight_decay=0.01)

    def epoch(self):
        total = 0.0
        for batch in self.train_loader:
            self.optimizer.zero_grad()
            loss = self.model(**batch).loss
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total / len(self.train_loader)

    @torch.no_grad()
    def evaluate(self):
        self.model.eval()
        loss_sum, hits, n = 0.0, 0, 0
        for batch in self.val_loader:
            out = self.model(**batch)
            size = len(batch["labels"])
            loss_sum += out.loss.item() * size
            hits += (out.logits.argmax(-1) == batch["labels"]).sum().item()
            n += size
        return loss_sum / n, hits / n

    def run(self):
        self.model.train()
        for epoch in range(self.s.epochs):
            train_loss = self.epoch()
            val_loss, acc = self.evaluate()
            print(f"{epoch + 1}/{self.s.epochs} train={train_loss:.3f} val={val_loss:.3f} acc={acc:.3f}")


if __name__ == "__main__":
    torch.manual_seed(42)
    Runner(Settings()).run()
