import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, GPT2LMHeadModel

EPOCHS = 5
LR = 3e-3
BATCH_SIZE = 16

torch.manual_seed(1234)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
model = GPT2LMHeadModel.from_pretrained("checkpoints/steps")
dataset = load_dataset("data/steps")

tokenizer.pad_token = tokenizer.eos_token


def collate_fn(examples):
    texts = [f"{e['prompt']} {e['steps']}{tokenizer.eos_token}" for e in examples]
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    # padding is found by the mask, not by the id: the final </s> has to be learnt
    batch["labels"] = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
    return batch


train_loader = DataLoader(dataset["train"], batch_size=BATCH_SIZE, shuffle=True, collate_fn=collate_fn)
val_loader = DataLoader(dataset["validation"], batch_size=BATCH_SIZE, collate_fn=collate_fn)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=LR, total_steps=EPOCHS * len(train_loader))

for epoch in range(EPOCHS):
    model.train()
    for batch in train_loader:
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()

    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for batch in val_loader:
            n = (batch["labels"][:, 1:] != -100).sum().item()
            total += model(**batch).loss.item() * n
            tokens += n
    print(f"Epoch {epoch + 1}: perplexity {torch.exp(torch.tensor(total / tokens)).item():.3f}")


def complete(prompt):
    inputs = tokenizer(prompt, return_tensors="pt")
    with torch.no_grad():
        ids = model.generate(**inputs, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id)
    return tokenizer.decode(ids[0][inputs.input_ids.shape[1]:], skip_special_tokens=True).strip()


sample = dataset["test"].select(range(50))
matches = [complete(r["prompt"]) == r["steps"] for r in sample]
print("exact match on 50 test prompts:", sum(matches) / len(matches))
