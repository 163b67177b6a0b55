"""LoRA written by hand on a tiny BERT, sentiment of sentences."""
import math

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_cosine_schedule_with_warmup

torch.manual_seed(21)
torch.set_num_threads(2)
CKPT, EPOCHS, BATCH, RANK, ALPHA = "checkpoints/bert", 6, 32, 8, 16


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank: int, alpha: float):
        super().__init__()
        self.base = base
        self.scale = alpha / rank
        self.A = nn.Parameter(torch.empty(rank, base.in_features))
        self.B = nn.Parameter(torch.zeros(base.out_features, rank))  # starts as the unchanged layer
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))

    def forward(self, x):
        return self.base(x) + (x @ self.A.T @ self.B.T) * self.scale

    @torch.no_grad()
    def merged(self):
        self.base.weight += self.scale * self.B @ self.A
        return self.base


TARGETS = ("query", "value", "dense")


def wrap(module):
    for name, child in list(module.named_children()):
        if isinstance(child, nn.Linear) and name in TARGETS:
            setattr(module, name, LoRALinear(child, RANK, ALPHA))
        else:
            wrap(child)


def unwrap(module):
    for name, child in list(module.named_children()):
        if isinstance(child, LoRALinear):
            setattr(module, name, child.merged())
        else:
            unwrap(child)


# GLUE has no public test labels: its validation file is our test set, a slice of train is for choosing
full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
full = full[~full["sentence"].isin(set(test["sentence"]))].sample(frac=1.0, random_state=1)
dev, train = full.iloc[:300], full.iloc[300:]

tok = AutoTokenizer.from_pretrained(CKPT)


def collate(rows):
    enc = tok([s for s, _ in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
    enc["labels"] = torch.tensor([lab for _, lab in rows])
    return enc


def loader(df, shuffle=False):
    return DataLoader(list(zip(df["sentence"].tolist(), df["label"].tolist())), batch_size=BATCH,
                      shuffle=shuffle, collate_fn=collate)


train_dl, dev_dl, test_dl = loader(train, True), loader(dev), loader(test)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
model.requires_grad_(False)
wrap(model.bert.encoder)
for part in (model.bert.pooler, model.classifier):
    part.requires_grad_(True)
trainable = {n: p for n, p in model.named_parameters() if p.requires_grad}
print(sum(p.numel() for p in trainable.values()), "of", sum(p.numel() for p in model.parameters()), "weights train")

opt = torch.optim.AdamW(trainable.values(), lr=2e-3, weight_decay=0.0)
steps = EPOCHS * len(train_dl)
sched = get_cosine_schedule_with_warmup(opt, int(0.06 * steps), steps)


@torch.no_grad()
def accuracy(dl):
    model.eval()
    right = sum((model(**b).logits.argmax(-1) == b["labels"]).sum().item() for b in dl)
    return right / len(dl.dataset)


best, kept = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    for batch in train_dl:
        opt.zero_grad()
        model(**batch).loss.backward()
        nn.utils.clip_grad_norm_(trainable.values(), 1.0)
        opt.step()
        sched.step()
    acc = accuracy(dev_dl)
    print(f"epoch {epoch + 1}: dev accuracy {acc:.3f}")
    if acc > best:
        best, kept = acc, {n: p.detach().clone() for n, p in trainable.items()}

model.load_state_dict(kept, strict=False)  # the frozen weights never changed
before = accuracy(test_dl)
unwrap(model.bert.encoder)
print(f"test accuracy {before:.3f}, after merging the adapters {accuracy(test_dl):.3f}")
