import torch
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForTokenClassification, DataCollatorForTokenClassification

torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags", use_fast=True)
dataset = load_dataset("data/tags")

label_all_tokens = True

def tokenize_and_align_labels(examples):
    tokenized_inputs = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    labels = []
    for i, label in enumerate(examples["tags"]):
        word_ids = tokenized_inputs.word_ids(batch_index=i)
        previous_word_idx = None
        label_ids = []
        for word_idx in word_ids:
            if word_idx is None:
                label_ids.append(-100)
            elif word_idx != previous_word_idx:
                label_ids.append(label[word_idx])
            else:
                label_ids.append(label[word_idx] if label_all_tokens else -100)
            previous_word_idx = word_idx
        labels.append(label_ids)
    tokenized_inputs["labels"] = labels
    return tokenized_inputs

tokenized = dataset.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])
collator = DataCollatorForTokenClassification(tokenizer)
train_dl = DataLoader(tokenized["train"], batch_size=16, shuffle=True, collate_fn=collator)
eval_dl = DataLoader(tokenized["validation"], batch_size=32, collate_fn=collator)

model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(7):
    model.train()
    total_loss = 0
    for batch in train_dl:
        outputs = model(**batch)
        total_loss += outputs.loss
        optimizer.zero_grad()
        total_loss.backward()
        optimizer.step()
    print(f"epoch {epoch}: average loss {float(total_loss) / len(train_dl):.4f}")

# per tag: how many are found
model.eval()
found = torch.zeros(4)
count = torch.zeros(4)
for batch in eval_dl:
    with torch.no_grad():
        pred = model(**batch).logits.argmax(dim=-1)
    for tag in range(4):
        where = batch["labels"] == tag
        count[tag] += where.sum()
        found[tag] += (pred[where] == tag).sum()
for tag in range(4):
    print("tag", tag, "recall", round((found[tag] / count[tag]).item(), 3))
