import json
import numpy as np
import torch
import torch.nn as nn
from sklearn.metrics import mean_absolute_error, r2_score
from torch.utils.data import Dataset, DataLoader
from transformers import AutoModel, AutoTokenizer

CHECKPOINT = 'checkpoints/prices'
MAX_LEN = 32
BATCH = 16
EPOCHS = 10
torch.manual_seed(2024)

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


class PriceDataset(Dataset):
    def __init__(self, path, mean=None, std=None):
        rows = [json.loads(line) for line in open(path)]
        prices = np.array([r['price'] for r in rows], dtype=np.float32)
        self.mean = prices.mean() if mean is None else mean
        self.std = prices.std() if std is None else std
        self.targets = (prices - self.mean) / self.std
        self.enc = tokenizer([r['text'] for r in rows], padding='max_length', truncation=True, max_length=MAX_LEN)

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, idx):
        return {
            'ids': torch.tensor(self.enc['input_ids'][idx], dtype=torch.long),
            'mask': torch.tensor(self.enc['attention_mask'][idx], dtype=torch.long),
            'target': torch.tensor(self.targets[idx], dtype=torch.float),
        }


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = AutoModel.from_pretrained(CHECKPOINT)
        self.fc = nn.Sequential(nn.Linear(self.bert.config.dim, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, ids, mask):
        h = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1)
        return self.fc((h * m).sum(1) / m.sum(1))


train_set = PriceDataset('data/prices/train.jsonl')
valid_set = PriceDataset('data/prices/validation.jsonl', train_set.mean, train_set.std)
train_loader = DataLoader(train_set, batch_size=BATCH, shuffle=True)
valid_loader = DataLoader(valid_set, batch_size=64)

model = PriceModel()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
criterion = nn.MSELoss()

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for d in train_loader:
        optimizer.zero_grad()
        output = model(d['ids'], d['mask'])
        loss = criterion(output, d['target'])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        running += loss.item()

    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for d in valid_loader:
            preds.extend(model(d['ids'], d['mask']).flatten().tolist())
            golds.extend(d['target'].tolist())
    preds = np.array(preds) * train_set.std + train_set.mean
    golds = np.array(golds) * train_set.std + train_set.mean
    print(f'Epoch {epoch + 1}/{EPOCHS} loss {running / len(train_loader):.4f} '
          f'MAE {mean_absolute_error(golds, preds):.1f} R2 {r2_score(golds, preds):.3f}')

print('predictions', preds[:5].round(), 'prices', golds[:5].round())
