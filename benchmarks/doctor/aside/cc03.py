"""T5 from scratch on a toy task: read six digits, write them backwards.

The batch that fits on my laptop is 16, I want to train with 64,
so I accumulate over 4 batches.
"""
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import T5Config, T5ForConditionalGeneration

PAD, EOS, FIRST_DIGIT = 0, 1, 2
ACCUM = 4


class Backwards(Dataset):
    def __init__(self, numbers):
        self.numbers = numbers

    def __len__(self):
        return len(self.numbers)

    def __getitem__(self, i):
        digits = [int(c) + FIRST_DIGIT for c in f"{int(self.numbers[i]):06d}"]
        return {
            "input_ids": torch.tensor(digits + [EOS]),
            "labels": torch.tensor(digits[::-1] + [EOS]),
        }


def exact_match(model, loader):
    model.eval()
    ok = n = 0
    with torch.no_grad():
        for batch in loader:
            pred = model.generate(input_ids=batch["input_ids"], max_new_tokens=7, do_sample=False)
            pred = pred[:, 1:]  # without the start token
            for p, y in zip(pred.tolist(), batch["labels"].tolist()):
                p = p[: p.index(EOS) + 1] if EOS in p else p
                ok += p == y
                n += 1
    return ok / n


def train(model, train_loader, val_loader, epochs=6):
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    updates = 0
    for epoch in range(epochs):
        model.train()
        loss_sum = 0.0
        for i, batch in enumerate(train_loader, start=1):
            optimizer.zero_grad()
            loss = model(**batch).loss
            (loss / ACCUM).backward()
            if i % ACCUM == 0:
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                updates += 1
            loss_sum += loss.item()
        print(
            f"epoch {epoch}  updates {updates}  train loss {loss_sum / len(train_loader):.4f}"
            f"  val exact match {exact_match(model, val_loader):.3f}"
        )


if __name__ == "__main__":
    torch.manual_seed(7)
    numbers = torch.randperm(1_000_000)[:3400]
    train_ds, val_ds = Backwards(numbers[:3200]), Backwards(numbers[3200:])
    # 3200 rows = 200 batches = 50 updates, nothing is left over
    train_loader = DataLoader(train_ds, batch_size=16, shuffle=True)
    val_loader = DataLoader(val_ds, batch_size=100)

    config = T5Config(
        vocab_size=12, d_model=64, d_kv=16, d_ff=128, num_layers=2, num_heads=4,
        pad_token_id=PAD, eos_token_id=EOS, decoder_start_token_id=PAD,
    )
    train(T5ForConditionalGeneration(config), train_loader, val_loader)
