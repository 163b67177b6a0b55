"""A GPT-2 for a small sentence grammar, trained in two sittings: two epochs, checkpoint, then two more."""
import math
import random
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import GPT2Config, GPT2LMHeadModel

CHECKPOINT = Path("out/cc17/state.pt")
TOTAL_EPOCHS = 4
DETS, ADJS = ["the", "a", "my", "this"], ["small", "green", "old", "quiet", "shiny", "round"]
NOUNS, VERBS = ["dog", "boat", "lamp", "teacher", "apple", "robot", "tree"], ["sees", "finds", "likes", "paints"]
TAILS = [[], ["today"], ["in", "the", "park"], ["without", "a", "sound"]]
WORDS = sorted({*DETS, *ADJS, *NOUNS, *VERBS, *(w for tail in TAILS for w in tail)})
PAD, BOS, EOS = 0, 1, 2
TO_ID = {w: i + 3 for i, w in enumerate(WORDS)}


def sentences(n, seed):
    rng = random.Random(seed)

    def phrase():
        return [rng.choice(DETS)] + ([rng.choice(ADJS)] if rng.random() < 0.7 else []) + [rng.choice(NOUNS)]

    unique = {}
    while len(unique) < n:
        words = phrase() + [rng.choice(VERBS)] + phrase() + rng.choice(TAILS)
        unique[" ".join(words)] = [BOS] + [TO_ID[w] for w in words] + [EOS]
    return list(unique.values())


def collate(rows):
    width = max(len(r) for r in rows)
    ids = torch.full((len(rows), width), PAD)
    labels = torch.full((len(rows), width), -100)
    mask = torch.zeros(len(rows), width, dtype=torch.long)
    for i, r in enumerate(rows):
        ids[i, : len(r)] = torch.tensor(r)
        labels[i, : len(r)] = torch.tensor(r)  # GPT-2 shifts them itself
        mask[i, : len(r)] = 1
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


def perplexity(model, loader):
    model.eval()
    nll = tokens = 0
    with torch.no_grad():
        for batch in loader:
            predicted = int((batch["labels"][:, 1:] != -100).sum())
            nll += model(**batch).loss.item() * predicted
            tokens += predicted
    return math.exp(nll / tokens)


def fresh(steps):
    config = GPT2Config(
        vocab_size=len(WORDS) + 3, n_positions=24, n_embd=64, n_layer=2, n_head=4,
        bos_token_id=BOS, eos_token_id=EOS, pad_token_id=PAD,
    )
    model = GPT2LMHeadModel(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps)
    return model, optimizer, scheduler


def sitting(train_loader, val_loader, epochs, resume):
    model, optimizer, scheduler = fresh(TOTAL_EPOCHS * len(train_loader))
    done = 0
    if resume:
        state = torch.load(CHECKPOINT, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        torch.set_rng_state(state["rng"])
        done = state["epochs_done"]

    for epoch in range(done, done + epochs):
        model.train()
        for batch in train_loader:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        print(f"epoch {epoch + 1}: val perplexity {perplexity(model, val_loader):.3f}")

    CHECKPOINT.parent.mkdir(parents=True, exist_ok=True)
    torch.save(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "scheduler": scheduler.state_dict(),
            "rng": torch.get_rng_state(),
            "epochs_done": done + epochs,
        },
        CHECKPOINT,
    )


if __name__ == "__main__":
    torch.manual_seed(6)
    rows = sentences(2300, seed=6)
    train_loader = DataLoader(rows[300:], batch_size=32, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(rows[:300], batch_size=100, collate_fn=collate)
    sitting(train_loader, val_loader, epochs=2, resume=False)
    sitting(train_loader, val_loader, epochs=2, resume=True)
