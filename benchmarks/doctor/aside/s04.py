"""Continue masked-language-model pretraining of DistilBERT on support tickets (domain adaptation)."""
import math

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForMaskedLM, AutoTokenizer, get_scheduler, pipeline

torch.manual_seed(1234)

CHECKPOINT = "checkpoints/tickets"
BATCH_SIZE = 16
EPOCHS = 40
LR = 2e-3
MLM_PROB = 0.15

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
model = AutoModelForMaskedLM.from_pretrained(CHECKPOINT)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model.to(device)

train_texts = pd.read_json("data/tickets/train.jsonl", lines=True)["text"].tolist()
valid_texts = pd.read_json("data/tickets/validation.jsonl", lines=True)["text"].tolist()


def mask_tokens(input_ids):
    """BERT masking: 80% [MASK], 10% random token, 10% unchanged."""
    labels = input_ids
    prob = torch.full(input_ids.shape, MLM_PROB)
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    prob.masked_fill_(special, 0.0)
    chosen = torch.bernoulli(prob).bool()

    replace = torch.bernoulli(torch.full(input_ids.shape, 0.8)).bool() & chosen
    input_ids[replace] = tokenizer.mask_token_id

    rand = torch.bernoulli(torch.full(input_ids.shape, 0.5)).bool() & chosen & ~replace
    words = torch.randint(len(tokenizer), input_ids.shape)
    input_ids[rand] = words[rand]

    labels = labels.masked_fill(~chosen, -100)
    return input_ids, labels


def collate(texts):
    enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    enc["input_ids"], enc["labels"] = mask_tokens(enc["input_ids"])
    return enc


train_loader = DataLoader(train_texts, batch_size=BATCH_SIZE, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid_texts, batch_size=BATCH_SIZE, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
num_steps = EPOCHS * len(train_loader)
lr_scheduler = get_scheduler("linear", optimizer, num_warmup_steps=num_steps // 10,
                             num_training_steps=num_steps)


def evaluate():
    model.eval()
    losses = []
    with torch.no_grad():
        for batch in valid_loader:
            losses.append(model(**batch.to(device)).loss.item())
    return sum(losses) / len(losses)


for epoch in range(1, EPOCHS + 1):
    model.train()
    for batch in train_loader:
        loss = model(**batch.to(device)).loss
        loss.backward()
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
    if epoch % 5 == 0:
        val = evaluate()
        print(f"epoch {epoch}: valid loss {val:.3f}, perplexity {math.exp(val):.2f}")

model.eval()
fill = pipeline("fill-mask", model=model, tokenizer=tokenizer, top_k=3)
for text in ["good morning . my lamp does not [MASK] . please help", "hello . my radio makes a [MASK] noise . kind regards"]:
    print(text, "->", [(p["token_str"], round(p["score"], 3)) for p in fill(text)])

# how often is the hidden word the first guess?
hits = total = 0
for text in valid_texts:
    ids = tokenizer(text, truncation=True, max_length=32, return_tensors="pt")["input_ids"].to(device)
    pos = ids.shape[1] // 2
    gold = ids[0, pos].item()
    ids[0, pos] = tokenizer.mask_token_id
    with torch.no_grad():
        guess = model(input_ids=ids).logits[0, pos].argmax().item()
    hits += guess == gold
    total += 1
print(f"top-1 accuracy on hidden tokens: {hits / total:.3f}")
