import json
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForMaskedLM

torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForMaskedLM.from_pretrained("checkpoints/tickets")

def load(name):
    texts = [json.loads(l)["text"] for l in open(f"data/tickets/{name}.jsonl")]
    return [t for t in texts if len(t.split()) < 28]

train_texts, val_texts = load("train"), load("validation")

def collate(texts):
    return tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")

loader = DataLoader(train_texts, batch_size=16, shuffle=True, collate_fn=collate)

def mask_tokens(input_ids, prob=0.15):
    labels = input_ids
    chance = torch.full(labels.shape, prob)
    special = (input_ids == tokenizer.cls_token_id) | (input_ids == tokenizer.sep_token_id) | (input_ids == tokenizer.pad_token_id)
    chance.masked_fill_(special, 0.0)
    masked = torch.bernoulli(chance).bool()
    input_ids[masked] = tokenizer.mask_token_id
    labels = torch.where(masked, labels, -100)     # loss only on the masked words
    return input_ids, labels

optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
model.train()
for epoch in range(35):
    losses = []
    for batch in loader:
        input_ids, labels = mask_tokens(batch["input_ids"])
        out = model(input_ids=input_ids, attention_mask=batch["attention_mask"], labels=labels)
        optimizer.zero_grad()
        out.loss.backward()
        optimizer.step()
        losses.append(out.loss.item())
    if epoch % 5 == 4:
        print("epoch", epoch + 1, "loss", round(sum(losses) / len(losses), 4))

# mask the last word of each validation text
model.eval()
good = 0
for text in val_texts:
    enc = tokenizer(text, return_tensors="pt")
    pos = enc["input_ids"].shape[1] - 2
    answer = enc["input_ids"][0, pos].item()
    enc["input_ids"][0, pos] = tokenizer.mask_token_id
    with torch.no_grad():
        guess = model(**enc).logits[0, pos].argmax().item()
    good += guess == answer
print("last word right:", good / len(val_texts))

for text in ["hello . my printer was charged [MASK] . order [ORDER] . please help",
             "good morning . my kettle makes a strange [MASK] . order [ORDER] . this is urgent",
             "dear team . my tent does not start . order [ORDER] . kind [MASK]"]:
    enc = tokenizer(text, return_tensors="pt")
    pos = (enc["input_ids"][0] == tokenizer.mask_token_id).nonzero().item()
    with torch.no_grad():
        top = model(**enc).logits[0, pos].topk(3).indices
    print(text, "->", tokenizer.convert_ids_to_tokens(top.tolist()))
