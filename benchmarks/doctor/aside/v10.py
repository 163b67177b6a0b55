import json
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(21)
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
CKPT = "checkpoints/tags"
N_TAGS = 4          # tags in the data: 0, 1, 2, 3
PAD_LABEL = 0       # label for padding, special tokens and word pieces; the loss skips it

tokenizer = AutoTokenizer.from_pretrained(CKPT)


class NERModel(nn.Module):
    """DistilBERT + dropout + linear layer on each token"""

    def __init__(self, ckpt, n_tags, p=0.1):
        super().__init__()
        self.bert = AutoModel.from_pretrained(ckpt)
        self.dropout = nn.Dropout(p)
        self.fc = nn.Linear(self.bert.config.hidden_size, n_tags)

    def forward(self, ids, mask):
        h = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        return self.fc(self.dropout(h))


def read_jsonl(p):
    return [json.loads(x) for x in open(p, encoding="utf8")]


def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels, starts, prev = [], [], None
    for pos, w in enumerate(enc.word_ids()):
        if w is None or w == prev:
            labels.append(PAD_LABEL)
        else:
            labels.append(row["tags"][w])
            starts.append(pos)
        prev = w
    return torch.tensor(enc["input_ids"]), torch.tensor(labels), starts, row["tags"]


def collate(batch):
    ids = pad_sequence([b[0] for b in batch], batch_first=True, padding_value=tokenizer.pad_token_id)
    labels = pad_sequence([b[1] for b in batch], batch_first=True, padding_value=PAD_LABEL)
    return ids, (ids != tokenizer.pad_token_id).long(), labels, [b[2] for b in batch], [b[3] for b in batch]


train = [encode(r) for r in read_jsonl("data/tags/train.jsonl")]
valid = [encode(r) for r in read_jsonl("data/tags/validation.jsonl")]
train_loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=32, collate_fn=collate)

model = NERModel(CKPT, N_TAGS).to(DEVICE)
loss_fn = nn.CrossEntropyLoss(ignore_index=PAD_LABEL)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(12):
    model.train()
    tot = 0
    for ids, mask, labels, _, _ in train_loader:
        opt.zero_grad()
        logits = model(ids.to(DEVICE), mask.to(DEVICE))
        loss = loss_fn(logits.view(-1, N_TAGS), labels.to(DEVICE).view(-1))
        loss.backward()
        opt.step()
        tot += loss.item()

    # word level evaluation: first piece of each word
    model.eval()
    right = words = found = names = 0
    with torch.no_grad():
        for ids, mask, _, starts, gold in valid_loader:
            pred = model(ids.to(DEVICE), mask.to(DEVICE)).argmax(-1).cpu()
            for row, st, g in zip(pred, starts, gold):
                p = row[st].tolist()
                right += sum(a == b for a, b in zip(p, g))
                words += len(g)
                found += sum(a > 0 for a in p)
                names += sum(b > 0 for b in g)
    print(f"epoch {epoch + 1:2d} loss {tot / len(train_loader):.4f} word accuracy {right / words:.4f} "
          f"tagged as name: {found} (really names: {names})")
