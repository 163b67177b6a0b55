# Domain adaptation: masked language modelling on the ticket texts, own masking and loop
import json, math
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForMaskedLM, get_scheduler

torch.manual_seed(11)
CKPT = "checkpoints/tickets"
EPOCHS, BS, LR, MLM_PROB = 30, 32, 3e-3, 0.15

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForMaskedLM.from_pretrained(CKPT)


def load_texts(split):
    return [json.loads(line)["text"] for line in open(f"data/tickets/{split}.jsonl")]


def mask_tokens(input_ids):
    input_ids = input_ids.clone()
    special = torch.zeros_like(input_ids, dtype=torch.bool)
    for t in tokenizer.all_special_ids:
        special |= input_ids == t
    prob = torch.full(input_ids.shape, MLM_PROB)
    prob.masked_fill_(special, 0.0)
    masked = torch.bernoulli(prob).bool()
    labels = input_ids.clone()
    input_ids[masked] = tokenizer.mask_token_id
    labels[~masked] = -100
    return input_ids, labels


def collate(texts):
    enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    enc["input_ids"], enc["labels"] = mask_tokens(enc["input_ids"])
    return enc


train_dl = DataLoader(load_texts("train"), batch_size=BS, shuffle=True, collate_fn=collate)
val_dl = DataLoader(load_texts("validation"), batch_size=BS, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
scheduler = get_scheduler("linear", optimizer, num_warmup_steps=20, num_training_steps=EPOCHS * len(train_dl))

for epoch in range(EPOCHS):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        val = sum(model(**b).loss.item() for b in val_dl) / len(val_dl)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d}  val loss {val:.4f}  perplexity {math.exp(val):.3f}")

# fill-in check
for text in [
    "good [MASK] . my lamp does not start . order [ORDER] . thank you for your time",
    "dear team . my radio does not [MASK] . order [ORDER] . kind regards",
    "hello . my tent was charged twice . order [ORDER] . this is [MASK]",
    "hi there . my camera stopped after two days . order [ORDER] . kind [MASK]",
]:
    enc = tokenizer(text, return_tensors="pt")
    with torch.no_grad():
        logits = model(**enc).logits
    pos = (enc["input_ids"][0] == tokenizer.mask_token_id).nonzero()[0, 0]
    top = logits[0, pos].topk(3).indices.tolist()
    print(text, "=>", tokenizer.convert_ids_to_tokens(top))
