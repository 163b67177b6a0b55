# 对抗训练 (FGM): 在词向量上加扰动
import torch
import pandas as pd
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoTokenizer, DistilBertForSequenceClassification

torch.manual_seed(1024)


class FGM:
    def __init__(self, model, emb_name="word_embeddings", epsilon=0.3):
        self.model, self.emb_name, self.epsilon = model, emb_name, epsilon
        self.backup = {}

    def attack(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad and self.emb_name in name and param.grad is not None:
                self.backup[name] = param.data.clone()
                norm = torch.norm(param.grad)
                if norm > 0 and not torch.isnan(norm):
                    param.data.add_(self.epsilon * param.grad / norm)

    def restore(self):
        for name, param in self.model.named_parameters():
            if name in self.backup:
                param.data = self.backup[name]
        self.backup = {}


tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def load(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    enc = tokenizer(df["text"].tolist(), padding="max_length", truncation=True, max_length=32, return_tensors="pt")
    return TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(df["desk_id"].values))


train_loader = DataLoader(load("train"), batch_size=16, shuffle=True)
dev_loader = DataLoader(load("validation"), batch_size=64)
model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
fgm = FGM(model)
best = 0.0

for epoch in range(4):
    model.train()
    for ids, mask, y in train_loader:
        optimizer.zero_grad()
        loss = model(input_ids=ids, attention_mask=mask, labels=y).loss
        loss.backward()                      # 正常梯度
        fgm.attack()
        model(input_ids=ids, attention_mask=mask, labels=y).loss.backward()   # 累加对抗梯度
        fgm.restore()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()

    model.eval()
    correct = total = 0
    with torch.no_grad():
        for ids, mask, y in dev_loader:
            pred = model(input_ids=ids, attention_mask=mask).logits.argmax(dim=1)
            correct += (pred == y).sum().item()
            total += y.size(0)
    acc = correct / total
    best = max(best, acc)
    print(f"epoch {epoch + 1}  loss={loss.item():.4f}  dev_acc={acc:.4f}  best={best:.4f}")
