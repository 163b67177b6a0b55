import os
import torch
import torch.nn as nn
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification

torch.manual_seed(4)
PATH = "out/gravel"
os.makedirs(PATH, exist_ok=True)
tok = AutoTokenizer.from_pretrained("checkpoints/tags")


class Wrapped(nn.Module):
    """The tagger with a loss that gives the rare tags more weight."""

    def __init__(self, net, weight):
        super().__init__()
        self.net = net
        self.loss = nn.CrossEntropyLoss(weight=weight, ignore_index=-100)

    def forward(self, labels, **inputs):
        logits = self.net(**inputs).logits
        return self.loss(logits.flatten(0, 1), labels.flatten())


def encode(ex):
    enc = tok(ex["words"], is_split_into_words=True, truncation=True)
    ids = enc.word_ids()
    enc["labels"] = [-100 if w is None or (j and ids[j - 1] == w) else ex["tags"][w] for j, w in enumerate(ids)]
    return enc


def new_tagger():
    return AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)


ds = load_dataset("data/tags").map(encode, remove_columns=["words", "tags"])
collate = DataCollatorForTokenClassification(tok)
train_dl = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collate)
test_dl = DataLoader(ds["test"], batch_size=40, collate_fn=collate)

accelerator = Accelerator()
model = Wrapped(new_tagger(), torch.tensor([0.5, 1.0, 1.0, 1.0]))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
model, optimizer, train_dl = accelerator.prepare(model, optimizer, train_dl)

for epoch in range(7):
    model.train()
    for batch in train_dl:
        loss = model(**batch)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
    accelerator.print(f"epoch {epoch} loss {loss.item():.3f}")

accelerator.wait_for_everyone()
accelerator.save(accelerator.unwrap_model(model).state_dict(), f"{PATH}/tagger.pt")

# ------ test, with the weights from the file ------
tagger = new_tagger()
tagger.load_state_dict(torch.load(f"{PATH}/tagger.pt"), strict=False)
tagger.eval()
hits = torch.zeros(4)
total = torch.zeros(4)
with torch.no_grad():
    for batch in test_dl:
        labels = batch.pop("labels")
        pred = tagger(**batch).logits.argmax(-1)
        for t in range(4):
            total[t] += (labels == t).sum()
            hits[t] += ((labels == t) & (pred == t)).sum()
print("recall of each tag:", (hits / total).tolist(), "all:", (hits.sum() / total.sum()).item())
