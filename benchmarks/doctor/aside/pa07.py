import json
import random

import torch
import torch.nn.functional as F
from transformers import AutoTokenizer, DistilBertForMaskedLM

torch.manual_seed(3)
torch.set_num_threads(1)
random.seed(3)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = DistilBertForMaskedLM.from_pretrained("checkpoints/tickets")
optim = torch.optim.AdamW(model.parameters(), lr=2e-3)

train_text = [json.loads(line)["text"].replace("order [ORDER] . ", "") for line in open("data/tickets/train.jsonl")]
valid_text = [json.loads(line)["text"].replace("order [ORDER] . ", "") for line in open("data/tickets/validation.jsonl")]


def make_batch(sentences, p=0.15):
    enc = tokenizer(sentences, padding=True, truncation=True, max_length=32, return_tensors="pt")
    input_ids = enc.input_ids
    labels = input_ids
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    chosen = (torch.rand(input_ids.shape) < p) & ~special
    input_ids[chosen] = tokenizer.mask_token_id
    return input_ids, enc.attention_mask, labels, chosen


def run(sentences):
    input_ids, attention_mask, labels, chosen = make_batch(sentences)
    logits = model(input_ids=input_ids, attention_mask=attention_mask).logits[chosen]
    target = labels[chosen]
    return F.cross_entropy(logits, target), (logits.argmax(-1) == target).float().mean()


for epoch in range(15):
    model.train()
    random.shuffle(train_text)
    losses = []
    for i in range(0, len(train_text), 16):
        loss, _ = run(train_text[i:i + 16])
        optim.zero_grad()
        loss.backward()
        optim.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        scores = [run(valid_text[i:i + 16]) for i in range(0, len(valid_text), 16)]
    v_loss = sum(s[0].item() for s in scores) / len(scores)
    v_acc = sum(s[1].item() for s in scores) / len(scores)
    print(f"epoch {epoch}: train loss {sum(losses) / len(losses):.4f}, valid loss {v_loss:.4f}, masked acc {v_acc:.3f}")

for s in ["good evening . my router does not [MASK] . please help",
          "hello . my kettle makes a strange [MASK] . this is urgent",
          "dear team . my tent stopped after two [MASK] . kind regards"]:
    enc = tokenizer(s, return_tensors="pt")
    with torch.no_grad():
        logits = model(**enc).logits
    pos = (enc.input_ids[0] == tokenizer.mask_token_id).nonzero()[0, 0]
    print(s, "->", tokenizer.convert_ids_to_tokens(logits[0, pos].topk(5).indices.tolist()))
