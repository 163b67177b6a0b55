"""Dual encoder with in-batch negatives on paraphrase pairs (accelerate); scored by retrieval on unseen pairs."""
import torch
import torch.nn.functional as F
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed


class DualEncoder(torch.nn.Module):
    def __init__(self, name):
        super().__init__()
        self.bert = AutoModel.from_pretrained(name, add_pooling_layer=False)
        self.log_scale = torch.nn.Parameter(torch.tensor(20.0).log())

    def embed(self, enc):
        h = self.bert(**enc).last_hidden_state
        m = enc["attention_mask"].unsqueeze(-1).to(h.dtype)
        return F.normalize((h * m).sum(1) / m.sum(1).clamp(min=1e-6), dim=-1)

    def forward(self, left, right):
        u, v = self.embed(left), self.embed(right)
        return self.log_scale.exp().clamp(max=100.0) * u @ v.T


def main():
    set_seed(0)
    accelerator = Accelerator()
    tok = AutoTokenizer.from_pretrained("checkpoints/bert")
    mrpc = load_dataset("data/glue", "mrpc").filter(lambda r: r["label"] == 1)

    def collate(rows):
        enc = lambda key: tok([r[key] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
        return {"left": dict(enc("sentence1")), "right": dict(enc("sentence2"))}

    train_dl = DataLoader(mrpc["train"], batch_size=32, shuffle=True, drop_last=True, collate_fn=collate)
    model = DualEncoder("checkpoints/bert")
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
    epochs = 2
    model, optimizer, train_dl = accelerator.prepare(model, optimizer, train_dl)
    scheduler = get_cosine_schedule_with_warmup(optimizer, 8, epochs * len(train_dl))

    @torch.no_grad()
    def recall(split):
        model.eval()
        plain = accelerator.unwrap_model(model)
        u, v = [], []
        for batch in DataLoader(mrpc[split], batch_size=68, collate_fn=collate):
            batch = {side: {k: t.to(accelerator.device) for k, t in e.items()} for side, e in batch.items()}
            u.append(plain.embed(batch["left"]))
            v.append(plain.embed(batch["right"]))
        sim = torch.cat(u) @ torch.cat(v).T
        rank = (sim > sim.diag().unsqueeze(1)).sum(1)
        return {"recall@1": (rank == 0).float().mean().item(), "recall@5": (rank < 5).float().mean().item(),
                "mrr": (1.0 / (rank + 1)).mean().item(), "candidates": len(rank)}

    accelerator.print("before", recall("test"))
    for epoch in range(epochs):
        model.train()
        for batch in train_dl:
            logits = model(batch["left"], batch["right"])
            target = torch.arange(len(logits), device=logits.device)
            loss = (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target)) / 2
            accelerator.backward(loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        accelerator.print(f"epoch {epoch} loss {loss.item():.3f}", recall("validation"))
    accelerator.print("after ", recall("test"))


main()
