# fine-tuning gpt2 on "prompt -> steps" with a loop of my own, then answering the test prompts in batches
import json
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(11)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps", padding_side="left")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")


def read(name):
    return [json.loads(l) for l in open(f"data/steps/{name}.jsonl")]


def collate(rows):
    ids, labels = [], []
    for r in rows:
        p = tokenizer(r["prompt"])["input_ids"]
        a = tokenizer(r["steps"])["input_ids"] + [tokenizer.eos_token_id]
        ids.append(torch.tensor(p + a))
        # the loss only sees the answer and its end
        labels.append(torch.tensor([-100] * len(p) + a))
    mask = [torch.ones_like(x) for x in ids]
    return {
        "input_ids": pad_sequence(ids, batch_first=True, padding_value=tokenizer.pad_token_id),
        "attention_mask": pad_sequence(mask, batch_first=True, padding_value=0),
        "labels": pad_sequence(labels, batch_first=True, padding_value=-100),
    }


train_loader = DataLoader(read("train"), batch_size=16, shuffle=True, collate_fn=collate)

epochs = 10
opt = torch.optim.AdamW(model.parameters(), lr=5e-3)
steps = epochs * len(train_loader)
sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=steps // 10, num_training_steps=steps)

model.train()
for ep in range(epochs):
    tot = 0
    for batch in train_loader:
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
        tot += out.loss.item()
    print("epoch", ep, "loss", round(tot / len(train_loader), 4))


@torch.inference_mode()
def answer(prompts, batch_size=32):
    model.eval()
    answers = []
    for i in range(0, len(prompts), batch_size):
        enc = tokenizer(prompts[i:i + batch_size], return_tensors="pt", padding=True)
        gen = model.generate(**enc, max_new_tokens=8, do_sample=False,
                             pad_token_id=tokenizer.pad_token_id)
        gen = gen[:, enc["input_ids"].size(1):]
        answers += tokenizer.batch_decode(gen, skip_special_tokens=True)
    return [a.strip() for a in answers]


test = read("test")
got = answer([r["prompt"] for r in test])
ok = [g == r["steps"] for g, r in zip(got, test)]
print("exact match on test: %d/%d = %.3f" % (sum(ok), len(ok), sum(ok) / len(ok)))
for r, g in list(zip(test, got))[:5]:
    print("   ", r["prompt"], "->", g)
