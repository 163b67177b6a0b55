"""Prefix language model from scratch: the prompt is read in both directions, the steps are written left to right.

Sequence:  prompt words <sep> step words <eos>.  Attention mask: every position sees the whole
prefix, and of the answer only what lies before it.  The loss is taken on the answer alone.
"""
import json
import random
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

PAD, UNK, SEP, EOS = 0, 1, 2, 3
Row = tuple[tuple[str, ...], tuple[str, ...]]


def rows(split: str) -> list[Row]:
    parsed = map(json.loads, Path("data/steps", f"{split}.jsonl").read_text().splitlines())
    return list(dict.fromkeys((tuple(r["prompt"].split()), tuple(r["steps"].split())) for r in parsed))


def prefix_mask(prefix_len: Tensor, length: Tensor, T: int) -> Tensor:
    """(B, 1, T, T), True where a query (row) may look at a key (column)."""
    pos = torch.arange(T)
    causal = pos[:, None] >= pos[None, :]
    in_prefix, real = pos < prefix_len[:, None], pos < length[:, None]
    return ((causal[None] | in_prefix[:, None, :]) & real[:, None, :])[:, None]


class Block(nn.Module):
    def __init__(self, d: int, heads: int, p: float) -> None:
        super().__init__()
        self.heads, self.p = heads, p
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d), nn.Dropout(p))

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        B, T, d = x.shape
        q, k, v = (z.view(B, T, self.heads, -1).transpose(1, 2) for z in self.qkv(self.ln1(x)).chunk(3, -1))
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=self.p if self.training else 0.0)
        x = x + self.proj(a.transpose(1, 2).reshape(B, T, d))
        return x + self.mlp(self.ln2(x))


class PrefixLM(nn.Module):
    def __init__(self, vocab: int, d: int = 64, layers: int = 2, heads: int = 4, max_len: int = 32, p: float = 0.1) -> None:
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList(Block(d, heads, p) for _ in range(layers))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)
        nn.init.normal_(self.tok.weight, std=0.02)
        nn.init.normal_(self.pos.weight, std=0.02)
        self.head.weight = self.tok.weight

    def forward(self, ids: Tensor, prefix_len: Tensor, length: Tensor) -> Tensor:
        x = self.tok(ids) + self.pos(torch.arange(ids.size(1)))
        mask = prefix_mask(prefix_len, length, ids.size(1))
        for block in self.blocks:
            x = block(x, mask)
        return self.head(self.norm(x))


class Codec:
    def __init__(self, data: list[Row]) -> None:
        words = sorted({w for r in data for side in r for w in side})
        self.itos = ["<pad>", "<unk>", "<sep>", "<eos>", *words]
        self.stoi = {w: i for i, w in enumerate(self.itos)}

    def ids(self, words: tuple[str, ...]) -> list[int]:
        return [self.stoi.get(w, UNK) for w in words]

    def batch(self, data: list[Row]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        full = [self.ids(p) + [SEP] + self.ids(s) + [EOS] for p, s in data]
        length = torch.tensor([len(f) for f in full])
        prefix = torch.tensor([len(p) + 1 for p, _ in data])
        ids = nn.utils.rnn.pad_sequence([torch.tensor(f) for f in full], batch_first=True, padding_value=PAD)
        # position t answers for token t + 1, from the separator on
        target = torch.full_like(ids, -100)
        target[:, :-1] = ids[:, 1:]
        pos = torch.arange(ids.size(1))
        outside = (pos[None] < prefix[:, None] - 1) | (pos[None] >= length[:, None] - 1)
        return ids, prefix, length, target.masked_fill(outside, -100)


@torch.no_grad()
def write(model: PrefixLM, codec: Codec, prompt: tuple[str, ...], max_new: int = 8) -> tuple[str, ...]:
    model.eval()
    ids = codec.ids(prompt) + [SEP]
    n = len(ids)
    for _ in range(max_new):
        logits = model(torch.tensor([ids]), torch.tensor([n]), torch.tensor([len(ids)]))
        nxt = int(logits[0, -1].argmax())
        if nxt == EOS:
            break
        ids.append(nxt)
    return tuple(codec.itos[i] for i in ids[n:])


def exact(model: PrefixLM, codec: Codec, data: list[Row]) -> float:
    return sum(write(model, codec, p) == s for p, s in data) / len(data)


if __name__ == "__main__":
    torch.manual_seed(21)
    random.seed(21)
    test = rows("test")
    valid = [r for r in rows("validation") if r[0] not in {p for p, _ in test}]
    train = [r for r in rows("train") if r[0] not in {p for p, _ in test + valid}]
    codec = Codec(train)
    model = PrefixLM(len(codec.itos))
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    best, state = -1.0, model.state_dict()
    for epoch in range(30):
        model.train()
        random.shuffle(train)
        for i in range(0, len(train), 32):
            ids, prefix, length, target = codec.batch(train[i:i + 32])
            loss = F.cross_entropy(model(ids, prefix, length).flatten(0, 1), target.flatten(), ignore_index=-100)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
        if epoch % 3 == 2:
            em = exact(model, codec, valid)
            print(f"epoch {epoch + 1}: loss of the last batch {loss.item():.4f}, valid exact {em:.3f}")
            if em > best:
                best, state = em, {k: v.clone() for k, v in model.state_dict().items()}
    model.load_state_dict(state)
    kinds = [s for _, s in train]
    usual = max(set(kinds), key=kinds.count)
    print(f"test exact {exact(model, codec, test):.3f}; always '{' '.join(usual)}': {sum(s == usual for _, s in test) / len(test):.3f}")
