import json
import shutil

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq

OUT = "out/yc10"


def load_rows(split, tokenizer):
    rows = [json.loads(line) for line in open(f"data/dates/{split}.jsonl")]
    return rows, [dict(tokenizer(r["date"], text_target=r["code"], truncation=True)) for r in rows]


def train():
    torch.manual_seed(2)
    accelerator = Accelerator(cpu=True)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
    model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")

    _, train_set = load_rows("train", tokenizer)
    loader = DataLoader(train_set, batch_size=16, shuffle=True, collate_fn=DataCollatorForSeq2Seq(tokenizer, model=model))
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)

    model.train()
    for epoch in range(15):
        total = 0.0
        for batch in loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
            total += loss.item()
        accelerator.print("epoch", epoch + 1, "loss", round(total / len(loader), 4))

    shutil.rmtree(OUT, ignore_errors=True)
    accelerator.wait_for_everyone()
    accelerator.unwrap_model(model).save_pretrained(OUT)
    tokenizer.save_pretrained(OUT)
    print("saved to", OUT)


def test():
    tokenizer = AutoTokenizer.from_pretrained(OUT)
    model = AutoModelForSeq2SeqLM.from_pretrained(OUT).eval()
    rows = [json.loads(line) for line in open("data/dates/test.jsonl")]
    enc = tokenizer([r["date"] for r in rows], padding=True, return_tensors="pt")
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=10, num_beams=2)
    texts = tokenizer.batch_decode(out, skip_special_tokens=True)
    for r, t in list(zip(rows, texts))[:5]:
        print(r["date"], "|", r["code"], "|", t)
    print("exact match", sum(t.strip() == r["code"] for r, t in zip(rows, texts)) / len(rows))


if __name__ == "__main__":
    train()
    test()
