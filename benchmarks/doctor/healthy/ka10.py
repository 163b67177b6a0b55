"""Sentence embeddings: in-batch negatives (InfoNCE, both directions) on paraphrase pairs.

Only the paraphrases (label 1) are pairs to pull together. Measured: among all second sentences of the
held-out paraphrases, is the right one the nearest?  Epoch picked on validation, reported on test.
"""
import pandas as pd
import torch
import torch.nn.functional as F
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(21)
TEMPERATURE = 0.05
EPOCHS = 4
BATCH = 32


def pairs(split):
    df = pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    df = df[df["label"] == 1]
    return list(zip(df["sentence1"], df["sentence2"]))


test = pairs("test")
known = {s for p in test for s in p}
val = [p for p in pairs("validation") if not known & set(p)]
known |= {s for p in val for s in p}
train = [p for p in pairs("train") if not known & set(p)]
print(len(train), len(val), len(test))

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
encoder = AutoModel.from_pretrained("checkpoints/bert", add_pooling_layer=False)


def embed(sentences):
    enc = tokenizer(list(sentences), padding=True, truncation=True, max_length=64, return_tensors="pt")
    h = encoder(**enc).last_hidden_state
    m = enc["attention_mask"].unsqueeze(-1).float()
    return F.normalize((h * m).sum(1) / m.sum(1), dim=-1)


def info_nce(left_texts, right_texts):
    sims = embed(left_texts) @ embed(right_texts).T / TEMPERATURE
    # the same sentence may come twice in a batch: that is no negative, so it leaves the denominator
    n = len(left_texts)
    same = torch.tensor([[i != j and (left_texts[i] == left_texts[j] or right_texts[i] == right_texts[j])
                          for j in range(n)] for i in range(n)])
    sims = sims.masked_fill(same, float("-inf"))
    target = torch.arange(n)
    return (F.cross_entropy(sims, target) + F.cross_entropy(sims.T, target)) / 2


@torch.no_grad()
def retrieval(part):
    encoder.eval()
    a = torch.cat([embed(s) for s in chunks([p[0] for p in part], 64)])
    b = torch.cat([embed(s) for s in chunks([p[1] for p in part], 64)])
    sims = a @ b.T
    own = sims.diagonal().unsqueeze(1)
    rank = 1 + (sims > own).sum(1)
    return (rank == 1).float().mean().item(), (1.0 / rank).mean().item()


def chunks(seq, n):
    return [seq[i:i + n] for i in range(0, len(seq), n)]


print("before: val R@1 %.3f  MRR %.3f" % retrieval(val))
print("before: test R@1 %.3f  MRR %.3f" % retrieval(test))

steps = EPOCHS * (len(train) // BATCH)
optimizer = torch.optim.AdamW(encoder.parameters(), lr=2e-4, weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.SequentialLR(
    optimizer,
    [torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=10),
     torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps - 10)],
    milestones=[10])

best = (-1.0, None)
for epoch in range(1, EPOCHS + 1):
    encoder.train()
    total, seen = 0.0, 0
    order = torch.randperm(len(train)).tolist()
    for idx in chunks(order, BATCH):
        if len(idx) < BATCH:        # a short batch has fewer negatives, an easier task: left out this epoch
            continue
        left, right = zip(*(train[i] for i in idx))
        loss = info_nce(left, right)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total, seen = total + loss.item(), seen + 1
    r1, mrr = retrieval(val)
    print(f"epoch {epoch}: loss {total / seen:.3f}  val R@1 {r1:.3f}  MRR {mrr:.3f}")
    if mrr > best[0]:
        best = (mrr, {k: v.detach().clone() for k, v in encoder.state_dict().items()})

encoder.load_state_dict(best[1])
print("after: test R@1 %.3f  MRR %.3f   (guessing: %.4f)" % (*retrieval(test), 1 / len(test)))
