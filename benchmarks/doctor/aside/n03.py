"""Course assignment 3: find the names in a sentence with DistilBERT and a linear layer of our own."""
import json

import torch
import torch.nn as nn
from sklearn.metrics import classification_report
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)

CHECKPOINT = 'checkpoints/tags'
TAG_NAMES = ['O', 'A', 'B', 'C']     # as in the handout
NUM_EPOCHS = 12

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


class TagDataset(Dataset):

    def __init__(self, filename):
        self.examples = []
        for line in open(filename):
            d = json.loads(line)
            enc = tokenizer(d['words'], is_split_into_words=True, truncation=True)
            labels = []
            previous = None
            for w in enc.word_ids():
                # only the first piece of a word carries the tag
                if w is None or w == previous:
                    labels.append(-100)
                else:
                    labels.append(d['tags'][w])
                previous = w
            self.examples.append((enc['input_ids'], labels))

    def __len__(self):
        return len(self.examples)

    def __getitem__(self, idx):
        ids, labels = self.examples[idx]
        return torch.tensor(ids), torch.tensor(labels)


def collate(batch):
    ids, labels = zip(*batch)
    ids = pad_sequence(ids, batch_first=True, padding_value=tokenizer.pad_token_id)
    labels = pad_sequence(labels, batch_first=True, padding_value=-100)
    mask = (ids != tokenizer.pad_token_id).long()
    return ids, mask, labels


class Tagger(nn.Module):

    def __init__(self, num_tags):
        super().__init__()
        self.bert = AutoModel.from_pretrained(CHECKPOINT)
        self.dropout = nn.Dropout(0.1)
        self.linear = nn.Linear(self.bert.config.dim, num_tags)

    def forward(self, ids, mask):
        x = self.bert(ids, attention_mask=mask).last_hidden_state
        return self.linear(self.dropout(x))


train_loader = DataLoader(TagDataset('data/tags/train.jsonl'), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(TagDataset('data/tags/validation.jsonl'), batch_size=32, collate_fn=collate)

model = Tagger(num_tags=len(TAG_NAMES))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss(ignore_index=tokenizer.pad_token_id)

for epoch in range(NUM_EPOCHS):
    model.train()
    losses = []
    for ids, mask, labels in train_loader:
        optimizer.zero_grad()
        logits = model(ids, mask)
        active = labels != -100
        loss = criterion(logits[active], labels[active])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print('Epoch', epoch + 1, 'loss', round(sum(losses) / len(losses), 4))

model.eval()
gold, pred = [], []
with torch.no_grad():
    for ids, mask, labels in val_loader:
        out = model(ids, mask).argmax(-1)
        keep = labels != -100
        gold += labels[keep].tolist()
        pred += out[keep].tolist()

print(classification_report(gold, pred, labels=[0, 1, 2, 3], target_names=TAG_NAMES, digits=3, zero_division=0))
