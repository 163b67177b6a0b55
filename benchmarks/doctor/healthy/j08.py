"""Knowledge distillation: a DistilBERT teacher teaches a small convolutional student on the ticket data."""
import json
import os
from typing import Iterator

import torch
import torch.nn as nn
import torch.nn.functional as F
from transformers import AutoModelForSequenceClassification, AutoTokenizer

OUT = "outputs/j08"
MAX_LEN = 32
TEMPERATURE = 3.0
ALPHA = 0.3  # weight of the hard labels

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def load(split: str) -> list[dict]:
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def tensors(rows: list[dict]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    enc = tokenizer(
        [r["text"] for r in rows], truncation=True, padding="max_length", max_length=MAX_LEN, return_tensors="pt"
    )
    return enc["input_ids"], enc["attention_mask"], torch.tensor([r["desk_id"] for r in rows])


def batches(data, size: int, generator: torch.Generator | None = None) -> Iterator[tuple[torch.Tensor, ...]]:
    n = len(data[0])
    order = torch.arange(n) if generator is None else torch.randperm(n, generator=generator)
    for idx in order.split(size):
        yield tuple(t[idx] for t in data)


class Student(nn.Module):
    def __init__(self, vocab: int, classes: int, pad: int, dim: int = 24) -> None:
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, padding_idx=pad)
        self.conv = nn.Conv1d(dim, 48, kernel_size=3, padding=1)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(48, classes)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        h = self.conv(self.emb(ids).transpose(1, 2)).relu()
        h = h.masked_fill(mask[:, None, :] == 0, float("-inf")).amax(-1)  # max over real tokens only
        return self.out(self.drop(h))


def logits_of(model: nn.Module, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    out = model(ids, mask)
    return out if torch.is_tensor(out) else out.logits


@torch.no_grad()
def accuracy(model: nn.Module, data) -> float:
    model.eval()
    good = sum((logits_of(model, i, m).argmax(1) == y).sum().item() for i, m, y in batches(data, 128))
    return good / len(data[0])


def train_teacher(train, valid, classes: int) -> nn.Module:
    teacher = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=classes)
    opt = torch.optim.AdamW(teacher.parameters(), lr=1e-3)
    gen = torch.Generator().manual_seed(1)
    for epoch in range(8):
        teacher.train()
        for ids, mask, y in batches(train, 16, gen):
            loss = F.cross_entropy(teacher(ids, attention_mask=mask).logits, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
    print(f"teacher: valid accuracy {accuracy(teacher, valid):.3f}, {sum(p.numel() for p in teacher.parameters())} parameters")
    return teacher.eval().requires_grad_(False)


def distil(student: nn.Module, teacher: nn.Module, train, valid) -> None:
    opt = torch.optim.Adam(student.parameters(), lr=3e-3)
    gen = torch.Generator().manual_seed(2)
    for epoch in range(12):
        student.train()
        total = seen = 0.0
        for ids, mask, y in batches(train, 16, gen):
            with torch.no_grad():
                soft = teacher(ids, attention_mask=mask).logits
            logits = student(ids, mask)
            kd = F.kl_div(
                F.log_softmax(logits / TEMPERATURE, -1),
                F.log_softmax(soft / TEMPERATURE, -1),
                reduction="batchmean",
                log_target=True,
            )
            loss = ALPHA * F.cross_entropy(logits, y) + (1 - ALPHA) * TEMPERATURE**2 * kd
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(y)
            seen += len(y)
        print(f"student epoch {epoch + 1:2d}: loss {total / seen:.4f}  valid accuracy {accuracy(student, valid):.3f}")


def main() -> None:
    os.makedirs(OUT, exist_ok=True)
    torch.manual_seed(0)
    rows = {s: load(s) for s in ("train", "validation", "test")}
    held = {r["text"] for s in ("validation", "test") for r in rows[s]}
    train = tensors([r for r in rows["train"] if r["text"] not in held])
    valid, test = tensors(rows["validation"]), tensors(rows["test"])
    classes = int(train[2].max()) + 1
    teacher = train_teacher(train, valid, classes)
    student = Student(len(tokenizer), classes, tokenizer.pad_token_id)
    print(f"student: {sum(p.numel() for p in student.parameters())} parameters")
    distil(student, teacher, train, valid)
    print(f"test accuracy: teacher {accuracy(teacher, test):.3f}, student {accuracy(student, test):.3f}")
    torch.save(student.state_dict(), f"{OUT}/student.pt")


if __name__ == "__main__":
    main()
