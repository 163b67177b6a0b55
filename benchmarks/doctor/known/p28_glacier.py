import json
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import GPT2LMHeadModel, AutoTokenizer

torch.manual_seed(9)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
lm = GPT2LMHeadModel.from_pretrained("checkpoints/steps")
EOS = tok.eos_token_id


def load(split):
    for line in open(f"data/steps/{split}.jsonl", encoding="utf8"):
        r = json.loads(line)
        yield tok(r["prompt"]).input_ids, tok(r["steps"]).input_ids + [EOS]


def collate(pairs):
    ids, mask, labels = [], [], []
    for prompt, answer in pairs:
        x = torch.tensor(prompt + answer)
        y = torch.tensor([-100] * len(prompt) + answer)
        y = torch.cat([y[1:], torch.tensor([-100])])
        ids.append(x)
        labels.append(y)
        mask.append(torch.ones_like(x))
    return {
        "input_ids": pad_sequence(ids, batch_first=True, padding_value=EOS),
        "attention_mask": pad_sequence(mask, batch_first=True, padding_value=0),
        "labels": pad_sequence(labels, batch_first=True, padding_value=-100),
    }


loader = DataLoader(list(load("train")), batch_size=16, shuffle=True, collate_fn=collate)
opt = torch.optim.Adam(lm.parameters(), lr=3e-3)

for epoch in range(8):
    lm.train()
    losses = []
    for batch in loader:
        loss = lm(**batch).loss
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print(epoch, sum(losses) / len(losses))

lm.eval()
ok, n = 0, 0
for prompt, answer in list(load("validation"))[:80]:
    x = torch.tensor([prompt])
    out = lm.generate(x, attention_mask=torch.ones_like(x), max_new_tokens=8, pad_token_id=EOS, do_sample=False)
    got = out[0, len(prompt):].tolist()
    ok += got == answer
    n += 1
    if n <= 3:
        print(tok.decode(prompt), "->", tok.decode(got))
print("exact", ok / n)
