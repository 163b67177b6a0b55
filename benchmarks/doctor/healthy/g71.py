"""A character GPT from scratch on memory-mapped text, stopped half-way and resumed from its checkpoint.

Tied embeddings, weight-decay groups, gradient checkpointing, bfloat16 where the GPU has it.
"""
import argparse
import math
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from datasets import load_dataset
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.ln1(x)).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(a.transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, vocab, block, d=64, heads=4, layers=2):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(block, d)
        self.blocks = nn.ModuleList(Block(d, heads) for _ in range(layers))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)
        nn.init.normal_(self.tok.weight, std=0.02)
        nn.init.normal_(self.pos.weight, std=0.02)
        self.head.weight = self.tok.weight

    def forward(self, idx):
        x = self.tok(idx) + self.pos(torch.arange(idx.size(1), device=idx.device))
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False) if self.training else block(x)
        return self.head(self.ln(x))


def prepare(folder):
    raw = load_dataset("data/glue", "sst2")
    for split in ("train", "validation"):
        text = "\n".join(raw[split]["sentence"]) + "\n"
        np.frombuffer(text.encode("ascii", "replace"), dtype=np.uint8).tofile(os.path.join(folder, split + ".bin"))


def make(args, vocab, device):
    torch.manual_seed(args.seed)
    model = GPT(vocab, args.block).to(device)
    decay = [p for p in model.parameters() if p.dim() >= 2]
    rest = [p for p in model.parameters() if p.dim() < 2]
    opt = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}], lr=args.lr, betas=(0.9, 0.95)
    )
    warm = 20
    shape = lambda i: min((i + 1) / warm, 0.1 + 0.45 * (1 + math.cos(math.pi * i / args.steps)))
    return model, opt, torch.optim.lr_scheduler.LambdaLR(opt, shape), torch.Generator().manual_seed(args.seed)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=400)
    ap.add_argument("--stop_at", type=int, default=200, help="pretend that the machine is lost after so many steps")
    ap.add_argument("--block", type=int, default=48)
    ap.add_argument("--batch", type=int, default=24)
    ap.add_argument("--lr", type=float, default=4e-3)
    ap.add_argument("--seed", type=int, default=1337)
    ap.add_argument("--compile", action="store_true")
    args = ap.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    bf16 = device == "cuda" and torch.cuda.is_bf16_supported()

    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        train, valid = (np.memmap(os.path.join(folder, s + ".bin"), dtype=np.uint8, mode="r") for s in ("train", "validation"))
        table = torch.zeros(256, dtype=torch.long)  # byte -> class; 0 is for bytes that the training text lacks
        present = np.unique(train)
        table[torch.from_numpy(present.astype(np.int64))] = torch.arange(1, len(present) + 1)
        vocab = len(present) + 1

        def batch(gen):
            start = torch.randint(len(train) - args.block, (args.batch,), generator=gen).tolist()
            rows = np.stack([train[s : s + args.block + 1] for s in start]).astype(np.int64)
            ids = table[torch.from_numpy(rows)].to(device)
            return ids[:, :-1], ids[:, 1:]

        @torch.no_grad()
        def bits(model):
            model.eval()
            n = (len(valid) - 1) // args.block
            ids = table[torch.from_numpy(valid[: n * args.block + 1].astype(np.int64))]
            x, y = ids[:-1].view(n, -1), ids[1:].view(n, -1)
            total = sum(
                F.cross_entropy(model(a.to(device)).flatten(0, 1), b.flatten().to(device), reduction="sum").item()
                for a, b in zip(x.split(64), y.split(64))
            )
            model.train()
            return total / y.numel() / math.log(2)

        def run(model, opt, sched, gen, first, last):
            net = torch.compile(model) if args.compile else model
            model.train()
            for step in range(first, last):
                x, y = batch(gen)
                with torch.autocast(device, dtype=torch.bfloat16, enabled=bf16):
                    loss = F.cross_entropy(net(x).flatten(0, 1).float(), y.flatten())
                opt.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
                sched.step()
                if (step + 1) % 100 == 0:
                    print(f"step {step + 1}: batch loss {loss.item():.3f}, validation {bits(model):.3f} bits per character")

        path = os.path.join(folder, "ckpt.pt")
        model, opt, sched, gen = make(args, vocab, device)
        run(model, opt, sched, gen, 0, args.stop_at)
        torch.save({"step": args.stop_at, "model": model.state_dict(), "opt": opt.state_dict(),
                    "sched": sched.state_dict(), "gen": gen.get_state()}, path)
        del model, opt, sched, gen

        model, opt, sched, gen = make(args, vocab, device)
        saved = torch.load(path, map_location=device, weights_only=True)
        model.load_state_dict(saved["model"])
        opt.load_state_dict(saved["opt"])
        sched.load_state_dict(saved["sched"])
        gen.set_state(saved["gen"].cpu())
        print(f"resumed at step {saved['step']}: validation {bits(model):.3f}")
        run(model, opt, sched, gen, saved["step"], args.steps)
        print(f"final validation: {bits(model):.3f} bits per character")


if __name__ == "__main__":
    main()
