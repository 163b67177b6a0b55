import numpy as np, pandas as pd, torch
from torch.utils.data import DataLoader, Dataset
from transformers import DistilBertForSequenceClassification, AutoTokenizer

SEED = 2021
np.random.seed(SEED); torch.manual_seed(SEED)

train = pd.read_json('data/tickets/train.jsonl', lines=True)
valid = pd.read_json('data/tickets/validation.jsonl', lines=True)
print(train.shape, valid.shape)
print(train.desk.value_counts())

# shuffle
train_texts = train.sample(frac=1, random_state=SEED)['text'].tolist()
train_labels = train['desk_id'].tolist()
valid_texts = valid['text'].tolist()
valid_labels = valid['desk_id'].tolist()

tokenizer = AutoTokenizer.from_pretrained('checkpoints/tickets')

class TextDS(Dataset):
    def __init__(self, texts, labels):
        self.enc = tokenizer(texts, truncation=True, padding='max_length', max_length=32)
        self.labels = labels
    def __getitem__(self, i):
        return dict(input_ids=torch.tensor(self.enc['input_ids'][i]),
                    attention_mask=torch.tensor(self.enc['attention_mask'][i]),
                    labels=torch.tensor(self.labels[i]))
    def __len__(self):
        return len(self.labels)

train_dl = DataLoader(TextDS(train_texts, train_labels), batch_size=32, shuffle=True)
valid_dl = DataLoader(TextDS(valid_texts, valid_labels), batch_size=64)

model = DistilBertForSequenceClassification.from_pretrained('checkpoints/tickets', num_labels=4)
opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=6 * len(train_dl))

best = 0
for ep in range(6):
    model.train()
    tr = []
    for b in train_dl:
        out = model(**b)
        opt.zero_grad()
        out.loss.backward()
        opt.step(); sched.step()
        tr.append(out.loss.item())
    model.eval()
    oof = []
    with torch.no_grad():
        for b in valid_dl:
            oof.append(model(**b).logits.softmax(-1).numpy())
    oof = np.vstack(oof)
    acc = (oof.argmax(1) == np.array(valid_labels)).mean()
    best = max(best, acc)
    print(f'ep {ep} train {np.mean(tr):.4f} acc {acc:.4f} best {best:.4f}')
