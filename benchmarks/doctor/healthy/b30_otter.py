"""Stochastic weight averaging on the tag data."""
import torch
from datasets import load_dataset
from torch.optim.swa_utils import SWALR, AveragedModel
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification

EPOCHS, SWA_START = 8, 5
torch.manual_seed(11)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
raw = load_dataset("data/tags")
num_tags = max(map(max, raw["train"]["tags"])) + 1


def encode(example):
    enc = tokenizer(example["words"], is_split_into_words=True, truncation=True)
    # every piece of a word gets the tag of its word
    enc["labels"] = [-100 if w is None else example["tags"][w] for w in enc.word_ids()]
    return enc


data = raw.map(encode, remove_columns=["words", "tags"])
collate = DataCollatorForTokenClassification(tokenizer)
train = DataLoader(data["train"], batch_size=16, shuffle=True, collate_fn=collate)
valid = DataLoader(data["validation"], batch_size=80, collate_fn=collate)


@torch.no_grad()
def evaluate(net):
    net.eval()
    right = total = 0
    for batch in valid:
        gold = batch["labels"]
        guess = net(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        names = gold > 0
        right += (guess[names] == gold[names]).sum().item()
        total += names.sum().item()
    return right / total


model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=num_tags)
averaged = AveragedModel(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=SWA_START * len(train), eta_min=3e-4)
swa = SWALR(optimizer, swa_lr=3e-4, anneal_epochs=1)

for epoch in range(EPOCHS):
    model.train()
    for batch in train:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        if epoch < SWA_START:
            cosine.step()
    if epoch >= SWA_START:
        averaged.update_parameters(model)
        swa.step()
    print(f"epoch {epoch} loss {loss.item():.3f} accuracy on name pieces {evaluate(model):.3f}")

# DistilBERT has layer norm only, so there are no running statistics to renew
print(f"averaged model: {evaluate(averaged):.3f}")
