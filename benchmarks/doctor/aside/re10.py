import json
import random

import torch
from transformers import AutoTokenizer, DistilBertForMaskedLM

random.seed(5)
torch.manual_seed(5)

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = DistilBertForMaskedLM.from_pretrained("checkpoints/tickets")


def load_texts(split):
    return [json.loads(line)["text"] for line in open(f"data/tickets/{split}.jsonl")]


def mask_batch(texts, p=0.15):
    enc = tok(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    input_ids = enc["input_ids"]
    labels = input_ids

    rand = torch.rand(input_ids.shape)
    mask = (
        (rand < p)
        & (input_ids != tok.cls_token_id)
        & (input_ids != tok.sep_token_id)
        & (input_ids != tok.pad_token_id)
    )
    input_ids[mask] = tok.mask_token_id
    labels = labels.masked_fill(~mask, -100)
    return {"input_ids": input_ids, "attention_mask": enc["attention_mask"], "labels": labels}


def fill_accuracy(texts):
    """Hide one word of every text and look whether the model finds it again."""
    rng = random.Random(0)
    model.eval()
    right, examples = 0, []
    for text in texts:
        words = text.split()
        k = rng.randrange(min(len(words), 20))
        gold = words[k]
        words[k] = tok.mask_token
        enc = tok(" ".join(words), truncation=True, max_length=32, return_tensors="pt")
        with torch.no_grad():
            logits = model(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]).logits
        where = (enc["input_ids"][0] == tok.mask_token_id).nonzero()[0, 0]
        best = tok.convert_ids_to_tokens(int(logits[0, where].argmax()))
        right += best == gold
        examples.append((gold, best))
    print("   gold/guess:", examples[:6])
    return right / len(texts)


train, valid = load_texts("train"), load_texts("validation")
optim = torch.optim.AdamW(model.parameters(), lr=2e-3)
batch_size = 16
epochs = 24

for epoch in range(epochs):
    model.train()
    random.shuffle(train)
    total = 0.0
    steps = 0
    for i in range(0, len(train), batch_size):
        batch = mask_batch(train[i:i + batch_size])
        optim.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optim.step()
        total += loss.item()
        steps += 1
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1}  loss {total / steps:.4f}  fill accuracy {fill_accuracy(valid):.3f}")
