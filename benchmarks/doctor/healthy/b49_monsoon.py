"""ULMFiT's way: the head first, then one layer more in each phase, each phase with its own optimizer."""
import torch
from torch import nn
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoModel, AutoTokenizer


class LayerMix(nn.Module):
    """A learned mixture of all layers (as in ELMo), mean pooling, several dropouts."""

    def __init__(self, checkpoint, classes, samples=4):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        cfg = self.encoder.config
        self.mix = nn.Parameter(torch.zeros(cfg.n_layers + 1))
        self.dropouts = nn.ModuleList(nn.Dropout(0.1 + 0.1 * i) for i in range(samples))
        self.head = nn.Linear(cfg.dim, classes)

    def forward(self, enc):
        states = torch.stack(self.encoder(**enc, output_hidden_states=True).hidden_states)
        h = torch.einsum("l,lbtd->btd", self.mix.softmax(0), states)
        m = enc["attention_mask"].unsqueeze(-1).to(h.dtype)
        x = (h * m).sum(1) / m.sum(1)
        if not self.training:
            return self.head(x)
        return torch.stack([self.head(d(x)) for d in self.dropouts]).mean(0)


def main():
    torch.manual_seed(70)
    checkpoint = "checkpoints/tickets"
    tok = AutoTokenizer.from_pretrained(checkpoint)
    raw = load_dataset("data/tickets")

    def collate(rows):
        enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        return enc, torch.tensor([r["desk_id"] for r in rows])

    train = DataLoader(raw["train"], batch_size=16, shuffle=True, collate_fn=collate)
    valid = DataLoader(raw["validation"], batch_size=64, collate_fn=collate)
    model = LayerMix(checkpoint, 4)
    blocks = list(model.encoder.transformer.layer)
    phases = [
        ("head", [], 1e-2, 5),
        ("+ top layer", [blocks[1]], 2e-3, 3),
        ("+ lower layer", [blocks[1], blocks[0]], 1e-3, 2),
        ("everything", [model.encoder], 1e-3, 3),
    ]
    for name, free, lr, epochs in phases:
        model.encoder.requires_grad_(False)
        for module in free:
            module.requires_grad_(True)
        parameters = [p for p in model.parameters() if p.requires_grad]
        optimizer = torch.optim.AdamW(parameters, lr=lr)
        for _ in range(epochs):
            model.train()
            for enc, y in train:
                loss = nn.functional.cross_entropy(model(enc), y)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_value_(parameters, 0.5)
                optimizer.step()
        model.eval()
        with torch.no_grad():
            acc = sum((model(enc).argmax(1) == y).sum().item() for enc, y in valid) / len(raw["validation"])
        print(f"{name:14s} {sum(p.numel() for p in parameters):7d} parameters  accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
