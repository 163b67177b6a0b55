# seq2seq without a Trainer: BART, teacher forcing, generate for the score
import math
import torch
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoTokenizer, BartForConditionalGeneration, get_linear_schedule_with_warmup


def collate(tokenizer):
    def fn(rows):
        batch = tokenizer([r["date"] for r in rows], padding=True, return_tensors="pt")
        target = tokenizer(text_target=[r["code"] for r in rows], padding=True, return_tensors="pt")
        labels = target["input_ids"]
        labels[target["attention_mask"] == 0] = -100
        batch["labels"] = labels
        return batch
    return fn


def evaluate(model, tokenizer, rows, batch_size=40):
    model.eval()
    hits = 0
    for start in range(0, len(rows), batch_size):
        part = rows[start:start + batch_size]
        enc = tokenizer(part["date"], padding=True, return_tensors="pt")
        with torch.inference_mode():
            out = model.generate(**enc, max_new_tokens=8, num_beams=1)
        answers = tokenizer.batch_decode(out, skip_special_tokens=True)
        hits += sum(a == b for a, b in zip(answers, part["code"]))
    return hits / len(rows)


def train(epochs=5, lr=3e-3, batch_size=16, seed=0):
    torch.manual_seed(seed)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
    model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")
    ds = load_dataset("data/dates")
    loader = DataLoader(ds["train"], batch_size=batch_size, shuffle=True, collate_fn=collate(tokenizer))
    total = epochs * math.ceil(len(ds["train"]) / batch_size)
    optim = torch.optim.AdamW(model.parameters(), lr=lr)
    sched = get_linear_schedule_with_warmup(optim, int(0.05 * total), total)
    for epoch in range(epochs):
        model.train()
        mean = 0.0
        for step, batch in enumerate(loader, start=1):
            out = model(**batch)
            out.loss.backward()
            optim.step()
            sched.step()
            optim.zero_grad(set_to_none=True)
            mean += (out.loss.item() - mean) / step
        print(f"epoch {epoch}: loss {mean:.4f}, exact match {evaluate(model, tokenizer, ds['validation']):.3f}")
    print("test:", evaluate(model, tokenizer, ds["test"]))


if __name__ == "__main__":
    train()
