"""Instruction-style tuning of the little GPT-2: prompt in, list of steps out."""
from __future__ import annotations

import json
from dataclasses import dataclass

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup


@dataclass(frozen=True)
class Config:
    ckpt: str = "checkpoints/steps"
    epochs: int = 20
    batch_size: int = 16
    lr: float = 2e-3
    max_new_tokens: int = 8
    seed: int = 11
    out: str = "out/qa04"


def read(split: str) -> list[tuple[str, str]]:
    with open(f"data/steps/{split}.jsonl", encoding="utf-8") as f:
        return [(r["prompt"], r["steps"]) for r in map(json.loads, f)]


def splits() -> dict[str, list[tuple[str, str]]]:
    """Each prompt in exactly one split; the test split is served first."""
    used: set[str] = set()
    out = {}
    for name in ("test", "validation", "train"):
        out[name] = []
        for prompt, steps in read(name):
            if prompt not in used:
                used.add(prompt)
                out[name].append((prompt, steps))
    return out


class Completions(Dataset):
    def __init__(self, pairs, tok):
        self.items = []
        for prompt, steps in pairs:
            p = tok(prompt)["input_ids"]
            s = tok(steps)["input_ids"] + [tok.eos_token_id]
            # only the answer and the closing token are learnt
            self.items.append((torch.tensor(p + s), torch.tensor([-100] * len(p) + s)))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(batch):
    ids, labels = zip(*batch)
    lengths = torch.tensor([len(x) for x in ids])
    # pad id does not matter: masked for attention, -100 for the loss. Padding comes on the right.
    x = pad_sequence(ids, batch_first=True, padding_value=0)
    y = pad_sequence(labels, batch_first=True, padding_value=-100)
    mask = (torch.arange(x.size(1))[None, :] < lengths[:, None]).long()
    return {"input_ids": x, "attention_mask": mask, "labels": y}   # the model shifts the labels


@torch.no_grad()
def exact_match(model, tok, pairs, cfg) -> float:
    model.eval()
    right = 0
    for start in range(0, len(pairs), 64):
        chunk = pairs[start:start + 64]
        enc = tok([p for p, _ in chunk], return_tensors="pt", padding=True)   # left padding, see main
        gen = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"],
                             do_sample=False, num_beams=1, max_new_tokens=cfg.max_new_tokens,
                             eos_token_id=tok.eos_token_id, pad_token_id=tok.eos_token_id)
        texts = tok.batch_decode(gen[:, enc["input_ids"].size(1):], skip_special_tokens=True)
        right += sum(t.split() == s.split() for t, (_, s) in zip(texts, chunk))
    return right / len(pairs)


def main(cfg: Config = Config()) -> None:
    torch.manual_seed(cfg.seed)
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(cfg.ckpt)
    tok.pad_token = tok.eos_token
    tok.padding_side = "left"          # for generation; training batches are padded in collate()
    model = AutoModelForCausalLM.from_pretrained(cfg.ckpt)

    data = splits()
    loader = DataLoader(Completions(data["train"], tok), cfg.batch_size, shuffle=True, collate_fn=collate)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
    total = cfg.epochs * len(loader)
    sched = get_cosine_schedule_with_warmup(opt, num_warmup_steps=total // 20, num_training_steps=total)

    best, best_state = -1.0, None
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        losses = []
        for batch in loader:
            opt.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            losses.append(loss.item())
        em = exact_match(model, tok, data["validation"], cfg)
        print(f"epoch {epoch:2d}  loss {sum(losses) / len(losses):.3f}  validation exact {em:.3f}")
        if em > best:
            best, best_state = em, {k: v.clone() for k, v in model.state_dict().items()}

    model.load_state_dict(best_state)
    answers = [s for _, s in data["train"]]
    common = max(set(answers), key=answers.count)
    base = sum(s == common for _, s in data["test"]) / len(data["test"])
    print(f"test exact match {exact_match(model, tok, data['test'], cfg):.3f}, most common answer {base:.3f}")
    model.save_pretrained(cfg.out)
    tok.save_pretrained(cfg.out)


if __name__ == "__main__":
    main()
