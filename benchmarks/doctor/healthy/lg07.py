# which kinds of names occur in a sentence? (several may)
import pandas as pd, torch
from sklearn.metrics import f1_score, precision_score, recall_score
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification

torch.manual_seed(0)
KINDS = [1, 2, 3]
ckpt = "checkpoints/tags"
tok = AutoTokenizer.from_pretrained(ckpt)

def dataset(split):
    df = pd.read_json(f"data/tags/{split}.jsonl", lines=True)
    enc = tok(df["words"].tolist(), is_split_into_words=True, padding="max_length", truncation=True, max_length=40, return_tensors="pt")
    y = torch.tensor([[float(k in tags) for k in KINDS] for tags in df["tags"]])
    return TensorDataset(enc["input_ids"], enc["attention_mask"], y)

train, valid, test = dataset("train"), dataset("validation"), dataset("test")
print("share of sentences with each kind:", train.tensors[2].mean(0).tolist())
print("kinds per sentence:", train.tensors[2].sum(1).mean().item())

model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=3, problem_type="multi_label_classification")
opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=3e-3, total_steps=24 * 15)

def scores(ds, threshold=0.5):
    model.eval()
    pred, gold, loss = [], [], 0.0
    with torch.no_grad():
        for ids, mask, y in DataLoader(ds, batch_size=80):
            out = model(input_ids=ids, attention_mask=mask, labels=y)
            loss += out.loss.item() * len(y) / len(ds)
            pred.append(out.logits.sigmoid() > threshold)
            gold.append(y)
    pred, gold = torch.cat(pred).int().numpy(), torch.cat(gold).int().numpy()
    return (f"loss {loss:.4f}  P {precision_score(gold, pred, average='micro', zero_division=0):.3f}"
            f"  R {recall_score(gold, pred, average='micro'):.3f}  F1 {f1_score(gold, pred, average='micro'):.3f}"
            f"  all right {(pred == gold).all(1).mean():.3f}")

for epoch in range(24):
    model.train()
    for ids, mask, y in DataLoader(train, batch_size=32, shuffle=True):
        loss = model(input_ids=ids, attention_mask=mask, labels=y).loss
        opt.zero_grad(); loss.backward(); opt.step(); sched.step()
    if epoch % 4 == 3:
        print(epoch + 1, scores(valid))
print("test", scores(test))
