"""Domain adaptation: go on with masked language modelling on the advertisements' texts.

Training rows get new masks every time they are drawn; validation rows are masked once, so that losses compare.
"""
import json
import math

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForMaskedLM, AutoTokenizer, DataCollatorForLanguageModeling, get_scheduler, set_seed

CKPT, EPOCHS, BATCH = "checkpoints/prices", 25, 32


def texts(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return list(dict.fromkeys(json.loads(s)["text"] for s in f))


def perplexity(model, batches):
    """over all masked tokens, not the mean of the batches' means"""
    model.eval()
    nll, count = 0.0, 0
    with torch.no_grad():
        for batch in batches:
            n = (batch["labels"] != -100).sum().item()
            nll += model(**batch).loss.item() * n
            count += n
    return math.exp(nll / count)


def main():
    set_seed(4)
    held_out = texts("validation")
    blocked = set(held_out)
    corpus = [t for t in texts("train") if t not in blocked]

    tok = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForMaskedLM.from_pretrained(CKPT)
    collator = DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.15)

    def encode(lines):
        return [tok(line, truncation=True, return_special_tokens_mask=True) for line in lines]

    train_loader = DataLoader(encode(corpus), batch_size=BATCH, shuffle=True, collate_fn=collator)
    fixed = list(DataLoader(encode(held_out), batch_size=64, collate_fn=collator))     # drawn once and kept

    opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    steps = EPOCHS * len(train_loader)
    sched = get_scheduler("cosine", opt, num_warmup_steps=steps // 10, num_training_steps=steps)

    print(f"before: held-out perplexity {perplexity(model, fixed):.2f}")
    for epoch in range(EPOCHS):
        model.train()
        for batch in train_loader:
            loss = model(**batch).loss
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: held-out perplexity {perplexity(model, fixed):.2f}")

    model.save_pretrained("out/im18")
    tok.save_pretrained("out/im18")


if __name__ == "__main__":
    main()
