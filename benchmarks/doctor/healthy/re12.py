import torch
import torch.nn.functional as F
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
encoder = AutoModel.from_pretrained("checkpoints/bert", add_pooling_layer=False).to(device)

# only the paraphrases are used as positives, the rest of the batch are the negatives
mrpc = load_dataset("data/glue", "mrpc")
positives = mrpc.filter(lambda ex: ex["label"] == 1)
print({k: len(v) for k, v in positives.items()})


def mean_pooling(token_embeddings, attention_mask):
    mask = attention_mask.unsqueeze(-1).expand(token_embeddings.size()).float()
    return torch.sum(token_embeddings * mask, 1) / torch.clamp(mask.sum(1), min=1e-9)


def encode(sentences):
    enc = tokenizer(sentences, padding=True, truncation=True, max_length=64, return_tensors="pt").to(device)
    out = encoder(**enc)
    emb = mean_pooling(out.last_hidden_state, enc["attention_mask"])
    return F.normalize(emb, p=2, dim=1)


def retrieval_at_1(split):
    encoder.eval()
    with torch.no_grad():
        a = torch.cat([encode(split["sentence1"][i:i + 64]) for i in range(0, len(split), 64)])
        b = torch.cat([encode(split["sentence2"][i:i + 64]) for i in range(0, len(split), 64)])
    best = (a @ b.T).argmax(dim=1)
    return (best == torch.arange(len(a), device=device)).float().mean().item()


train = positives["train"].select(range(600))
valid = positives["validation"].select_columns(["sentence1", "sentence2"])[:]
valid = {k: list(v) for k, v in valid.items()}


class Split(dict):
    def __len__(self):
        return len(self["sentence1"])


valid = Split(valid)
loader = DataLoader(train, batch_size=32, shuffle=True, drop_last=True)
optimizer = AdamW(encoder.parameters(), lr=2e-4)
temperature = 0.05

print("before training, retrieval@1:", round(retrieval_at_1(valid), 3))

for epoch in range(3):
    encoder.train()
    total = 0
    for batch in loader:
        emb1 = encode(batch["sentence1"])
        emb2 = encode(batch["sentence2"])
        scores = emb1 @ emb2.T / temperature
        target = torch.arange(scores.size(0), device=device)
        loss = (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)) / 2

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch}: loss {total / len(loader):.4f}, retrieval@1 {retrieval_at_1(valid):.3f}")
