import gc
import json

import numpy as np
import torch
from torch.utils.data import DataLoader, Subset
from transformers import AutoModelForSequenceClassification, AutoTokenizer

N_FOLDS, EPOCHS, LR = 3, 5, 1e-3
torch.manual_seed(2)
tokenizer = AutoTokenizer.from_pretrained('checkpoints/tickets')


def get_model():
    return AutoModelForSequenceClassification.from_pretrained('checkpoints/tickets', num_labels=4)


def collate(rows):
    batch = tokenizer([r['text'] for r in rows], truncation=True, padding=True, return_tensors='pt')
    return batch, torch.tensor([r['desk_id'] for r in rows])


rows = [json.loads(line) for line in open('data/tickets/train.jsonl')]
rng = np.random.default_rng(0)
fold_of = rng.permutation(len(rows)) % N_FOLDS

model = get_model()
optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
oof = np.zeros((len(rows), 4))

for fold in range(N_FOLDS):
    print('=' * 10, 'fold', fold, '=' * 10)
    model = get_model()
    tr_idx, va_idx = np.where(fold_of != fold)[0], np.where(fold_of == fold)[0]
    train_loader = DataLoader(Subset(rows, tr_idx.tolist()), batch_size=16, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(Subset(rows, va_idx.tolist()), batch_size=64, shuffle=False, collate_fn=collate)

    for epoch in range(EPOCHS):
        model.train()
        avg = 0.
        for x, y in train_loader:
            loss = torch.nn.functional.cross_entropy(model(**x).logits, y)
            model.zero_grad()
            loss.backward()
            optimizer.step()
            avg += loss.item() / len(train_loader)
        print('  epoch', epoch, 'loss', round(avg, 4))

    model.eval()
    with torch.no_grad():
        oof[va_idx] = np.concatenate([model(**x).logits.softmax(-1).numpy() for x, _ in valid_loader])
    gc.collect()

gold = np.array([r['desk_id'] for r in rows])
print('CV accuracy', (oof.argmax(1) == gold).mean())
