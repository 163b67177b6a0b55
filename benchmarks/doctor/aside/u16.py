"""Fine-tune GPT-2 to continue prompts, then decode the validation prompts in batches."""
import json
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(1)
NAME = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(NAME)
tok.add_special_tokens({"pad_token": "[PAD]"})

lm = AutoModelForCausalLM.from_pretrained(NAME)
lm.resize_token_embeddings(len(tok))
lm.config.pad_token_id = tok.pad_token_id
lm.generation_config.pad_token_id = tok.pad_token_id


def rows(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(batch):
    texts = [f"{r['prompt']} {r['steps']} {tok.eos_token}" for r in batch]
    enc = tok(texts, return_tensors="pt", padding=True, truncation=True)
    labels = enc["input_ids"].clone()
    labels[enc["attention_mask"] == 0] = -100
    return {**enc, "labels": labels}


def train(epochs=12, lr=5e-4):
    loader = DataLoader(rows("train"), batch_size=16, shuffle=True, collate_fn=collate)
    opt = torch.optim.AdamW(lm.parameters(), lr=lr)
    sched = get_linear_schedule_with_warmup(opt, 20, epochs * len(loader))
    for epoch in range(epochs):
        lm.train()
        total = 0.0
        for batch in loader:
            loss = lm(**batch).loss
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            total += loss.item()
        print(f"epoch {epoch}: {total / len(loader):.3f}")


@torch.inference_mode()
def answer(prompts, batch_size=40):
    lm.eval()
    answers = []
    for i in range(0, len(prompts), batch_size):
        enc = tok(prompts[i:i + batch_size], return_tensors="pt", padding=True)
        out = lm.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], max_new_tokens=8,
                          do_sample=False)
        answers += tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    return [a.strip() for a in answers]


train()
valid = rows("validation")
answers = answer([r["prompt"] for r in valid])
for r, a in list(zip(valid, answers))[:5]:
    print(r["prompt"], "->", a, "|", r["steps"])
print("exact match", sum(a == r["steps"] for r, a in zip(valid, answers)) / len(valid))
