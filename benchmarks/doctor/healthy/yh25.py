"""How much does a smaller number format cost? Fine-tune once in float32, then measure the same
weights as float32, bfloat16 and with int8 linear layers."""
import copy
import io
import json
import time
import warnings

import torch
from torch import nn
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_constant_schedule_with_warmup

warnings.filterwarnings("ignore", category=DeprecationWarning)
torch.manual_seed(64)
CKPT = "checkpoints/tickets"


def batches(tokenizer, split, size, shuffle=False):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    order = torch.randperm(len(rows)).tolist() if shuffle else range(len(rows))
    rows = [rows[i] for i in order]
    for i in range(0, len(rows), size):
        part = rows[i:i + size]
        enc = tokenizer([r["text"] for r in part], padding=True, truncation=True, max_length=32, return_tensors="pt")
        yield enc, torch.tensor([r["desk_id"] for r in part])


@torch.inference_mode()
def measure(model, tokenizer, split):
    model.eval()
    logits, labels = [], []
    start = time.perf_counter()
    for enc, y in batches(tokenizer, split, 40):
        logits.append(model(**enc).logits.float())
        labels.append(y)
    took = time.perf_counter() - start
    logits, labels = torch.cat(logits), torch.cat(labels)
    return {
        "accuracy": (logits.argmax(-1) == labels).float().mean().item(),
        "nll": nn.functional.cross_entropy(logits, labels).item(),
        "ms": 1000 * took,
    }


def kilobytes(model):
    buf = io.BytesIO()
    torch.save(model.state_dict(), buf)
    return buf.tell() / 1024


def main():
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
    schedule = get_constant_schedule_with_warmup(optimizer, num_warmup_steps=30)
    for epoch in range(9):
        model.train()
        for enc, y in batches(tokenizer, "train", 16, shuffle=True):
            loss = model(**enc, labels=y).loss
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
        if epoch % 3 == 2:
            print(f"epoch {epoch + 1}: validation {measure(model, tokenizer, 'validation')['accuracy']:.4f}")

    model.eval()
    variants = {
        "float32": model,
        "bfloat16": copy.deepcopy(model).to(torch.bfloat16),
        "int8": torch.ao.quantization.quantize_dynamic(copy.deepcopy(model), {nn.Linear}, dtype=torch.qint8),
    }
    print(f"{'format':10s}{'kB':>8s}{'accuracy':>10s}{'nll':>9s}{'ms':>8s}")
    for name, m in variants.items():
        r = measure(m, tokenizer, "test")
        print(f"{name:10s}{kilobytes(m):8.0f}{r['accuracy']:10.4f}{r['nll']:9.4f}{r['ms']:8.1f}")


if __name__ == "__main__":
    main()
