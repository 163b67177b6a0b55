"""Tagger with a linear-chain CRF written by hand on top of a small DistilBERT (one vector for each word)."""
import json
import random

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

CHECKPOINT, NUM_TAGS = "checkpoints/tags", 4


def read(split):
    with open(f"data/tags/{split}.jsonl") as lines:
        return [json.loads(line) for line in lines]


class CRF(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(n))
        self.end = nn.Parameter(torch.zeros(n))
        self.trans = nn.Parameter(torch.empty(n, n).uniform_(-0.1, 0.1))  # [from, to]

    def _score(self, emissions, tags, mask):
        batch, length, _ = emissions.shape
        rows = torch.arange(batch, device=tags.device)
        score = self.start[tags[:, 0]] + emissions[rows, 0, tags[:, 0]]
        for t in range(1, length):
            step = self.trans[tags[:, t - 1], tags[:, t]] + emissions[rows, t, tags[:, t]]
            score = score + step * mask[:, t]
        last = mask.long().sum(1) - 1
        return score + self.end[tags[rows, last]]

    def _normalizer(self, emissions, mask):
        alpha = self.start + emissions[:, 0]
        for t in range(1, emissions.size(1)):
            nxt = torch.logsumexp(alpha.unsqueeze(2) + self.trans, dim=1) + emissions[:, t]
            alpha = torch.where(mask[:, t].unsqueeze(1), nxt, alpha)
        return torch.logsumexp(alpha + self.end, dim=1)

    def forward(self, emissions, tags, mask):
        return (self._normalizer(emissions, mask) - self._score(emissions, tags, mask)).mean()

    @torch.no_grad()
    def decode(self, emissions, mask):
        best, history = self.start + emissions[:, 0], []
        stay = torch.arange(emissions.size(2), device=emissions.device).expand_as(best)
        for t in range(1, emissions.size(1)):
            value, source = (best.unsqueeze(2) + self.trans).max(dim=1)
            live = mask[:, t].unsqueeze(1)
            best = torch.where(live, value + emissions[:, t], best)
            history.append(torch.where(live, source, stay))
        tag = (best + self.end).argmax(1)
        path = [tag]
        for source in reversed(history):
            tag = source.gather(1, tag.unsqueeze(1)).squeeze(1)
            path.append(tag)
        return torch.stack(path[::-1], dim=1)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(CHECKPOINT)
        self.drop = nn.Dropout(0.1)
        self.emit = nn.Linear(self.encoder.config.dim, NUM_TAGS)
        self.crf = CRF(NUM_TAGS)

    def emissions(self, batch):
        hidden = self.encoder(batch["input_ids"], attention_mask=batch["attention_mask"]).last_hidden_state
        first = batch["first"].unsqueeze(-1).expand(-1, -1, hidden.size(-1))
        return self.emit(self.drop(hidden.gather(1, first)))


def make_collate(tokenizer):
    def collate(rows):
        enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, padding=True, return_tensors="pt")
        width = max(len(r["words"]) for r in rows)
        first = torch.zeros(len(rows), width, dtype=torch.long)
        tags = torch.zeros(len(rows), width, dtype=torch.long)
        mask = torch.zeros(len(rows), width, dtype=torch.bool)
        for i, row in enumerate(rows):
            position = {}
            for p, word in enumerate(enc.word_ids(i)):
                if word is not None:
                    position.setdefault(word, p)
            n = len(row["words"])
            first[i, :n] = torch.tensor([position[w] for w in range(n)])
            tags[i, :n] = torch.tensor(row["tags"])
            mask[i, :n] = True
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
                "first": first, "tags": tags, "mask": mask}
    return collate


def f1(model, loader, device):
    """Micro-F1 over the words that are or are said to be names (tag > 0)."""
    model.eval()
    hits = said = real = 0
    with torch.no_grad():
        for batch in loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            guess = model.crf.decode(model.emissions(batch), batch["mask"])[batch["mask"]]
            gold = batch["tags"][batch["mask"]]
            hits += ((guess == gold) & (gold > 0)).sum().item()
            said += (guess > 0).sum().item()
            real += (gold > 0).sum().item()
    return 2 * hits / max(said + real, 1)


def main(epochs=8, lr=2e-3):
    random.seed(1)
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    collate = make_collate(tokenizer)
    train = DataLoader(read("train"), batch_size=16, shuffle=True, collate_fn=collate)
    valid = DataLoader(read("validation"), batch_size=64, collate_fn=collate)
    test = DataLoader(read("test"), batch_size=64, collate_fn=collate)

    model = Tagger().to(device)
    slow, fast = list(model.encoder.parameters()), [*model.emit.parameters(), *model.crf.parameters()]
    optimizer = torch.optim.AdamW([{"params": slow, "lr": lr}, {"params": fast, "lr": 5 * lr}], weight_decay=0.01)
    schedule = get_linear_schedule_with_warmup(optimizer, 20, epochs * len(train))
    best, kept = -1.0, None
    for epoch in range(epochs):
        model.train()
        total = count = 0
        for batch in train:
            batch = {k: v.to(device) for k, v in batch.items()}
            loss = model.crf(model.emissions(batch), batch["tags"], batch["mask"])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item() * len(batch["tags"])
            count += len(batch["tags"])
        score = f1(model, valid, device)
        print(f"epoch {epoch + 1}: nll {total / count:.3f}, validation F1 {score:.3f}")
        if score > best:
            best, kept = score, {k: v.detach().cpu().clone() for k, v in model.state_dict().items()}
    model.load_state_dict(kept)
    print(f"test F1 {f1(model, test, device):.3f} (best validation F1 {best:.3f})")


if __name__ == "__main__":
    main()
