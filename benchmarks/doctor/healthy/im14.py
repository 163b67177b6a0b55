"""Partial freezing: embeddings and the lower layers stay as they are (and without dropout), the rest is tuned."""
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_constant_schedule_with_warmup

FREEZE_LAYERS = 4
torch.manual_seed(31)


class SentimentNet(nn.Module):
    def __init__(self, name, freeze_layers):
        super().__init__()
        self.body = AutoModel.from_pretrained(name)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(self.body.config.dim, 2)
        self.frozen = [self.body.embeddings, *self.body.transformer.layer[:freeze_layers]]
        for module in self.frozen:
            module.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        for module in self.frozen:
            module.eval()
        return self

    def forward(self, input_ids, attention_mask):
        h = self.body(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).float()
        return self.head(self.drop((h * m).sum(1) / m.sum(1)))


tokenizer = AutoTokenizer.from_pretrained("checkpoints/distilbert")
val = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
train = train[~train["sentence"].isin(val["sentence"])].sample(n=1200, random_state=31)
# half of the labelled file picks the epoch, the other half is looked at once
val = val.sample(frac=1, random_state=31)
pick, final = val.iloc[:240], val.iloc[240:]


def loader(df, batch_size, shuffle=False):
    pairs = list(zip(df["sentence"].tolist(), df["label"].tolist()))

    def collate(rows):
        texts, labels = zip(*rows)
        enc = tokenizer(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt")
        return enc["input_ids"], enc["attention_mask"], torch.tensor(labels)

    return DataLoader(pairs, batch_size=batch_size, shuffle=shuffle, collate_fn=collate)


net = SentimentNet("checkpoints/distilbert", FREEZE_LAYERS)
trainable = [p for p in net.parameters() if p.requires_grad]
print(f"{sum(p.numel() for p in trainable):,} of {sum(p.numel() for p in net.parameters()):,} parameters are tuned")
before = net.body.embeddings.word_embeddings.weight.clone()

EPOCHS = 3
train_loader = loader(train, 24, shuffle=True)
pick_loader, final_loader = loader(pick, 80), loader(final, 80)
optimizer = torch.optim.AdamW(trainable, lr=3e-4, weight_decay=0.01)
scheduler = get_constant_schedule_with_warmup(optimizer, num_warmup_steps=len(train_loader) // 5)
criterion = nn.CrossEntropyLoss()


def accuracy(data):
    net.eval()
    right = total = 0
    with torch.no_grad():
        for ids, mask, y in data:
            right += (net(ids, mask).argmax(1) == y).sum().item()
            total += y.numel()
    return right / total


best, best_state = -1.0, None
for epoch in range(EPOCHS):
    net.train()
    total_loss = 0.0
    for ids, mask, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(ids, mask), y)
        loss.backward()
        nn.utils.clip_grad_norm_(trainable, 1.0)
        optimizer.step()
        scheduler.step()
        total_loss += loss.item() * y.numel()
    acc = accuracy(pick_loader)
    print(f"epoch {epoch + 1}  loss {total_loss / len(train):.4f}  accuracy {acc:.4f}")
    if acc > best:
        best, best_state = acc, {k: v.detach().clone() for k, v in net.state_dict().items()}

net.load_state_dict(best_state)
assert torch.equal(before, net.body.embeddings.word_embeddings.weight)
print(f"accuracy on the final half: {accuracy(final_loader):.4f}")
