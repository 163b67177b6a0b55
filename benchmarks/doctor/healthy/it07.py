import numpy as np, torch, torch.nn as nn
from transformers import BertConfig, BertModel, get_cosine_schedule_with_warmup
from torch.utils.data import DataLoader, TensorDataset

# waveforms -> {sine, square, saw}; a BERT trunk eats 4-sample frames through inputs_embeds.
g = np.random.default_rng(11)

def waves(n, L=64):
    kind = g.integers(0, 3, n)
    f, ph = g.uniform(2, 5, (n, 1)), g.uniform(0, 1, (n, 1))
    t = (f * np.linspace(0, 1, L) + ph) % 1.0
    bank = np.stack([np.sin(2 * np.pi * t), np.where(t < .5, 1., -1.), 2 * t - 1])
    x = bank[kind, np.arange(n)] + 0.15 * g.standard_normal((n, L))
    return torch.tensor(x.reshape(n, L // 4, 4), dtype=torch.float32), torch.tensor(kind, dtype=torch.long)

class WaveBert(nn.Module):
    def __init__(s, d=48):
        super().__init__()
        cfg = BertConfig(vocab_size=4, hidden_size=d, num_hidden_layers=2, num_attention_heads=4, intermediate_size=2 * d,
                         max_position_embeddings=32, hidden_dropout_prob=.05, attention_probs_dropout_prob=.05)
        s.up, s.trunk, s.out = nn.Linear(4, d), BertModel(cfg, add_pooling_layer=False), nn.Linear(d, 3)
    def forward(s, x):
        return s.out(s.trunk(inputs_embeds=s.up(x)).last_hidden_state.mean(1))

def main(E=20, B=64):
    torch.manual_seed(11)
    tr, va, te = (TensorDataset(*waves(n)) for n in (2000, 400, 400))     # three independent draws
    dl = DataLoader(tr, B, shuffle=True, drop_last=True)
    m = WaveBert()
    o = torch.optim.AdamW(m.parameters(), 1e-3, weight_decay=1e-2)
    sch = get_cosine_schedule_with_warmup(o, len(dl), E * len(dl))
    ce = nn.CrossEntropyLoss()

    def acc(ds):
        was = m.training
        m.eval()
        with torch.no_grad():
            x, y = ds.tensors
            a = (m(x).argmax(1) == y).float().mean().item()
        m.train(was)
        return a

    m.train()
    for e in range(E):
        tot = 0.
        for x, y in dl:
            o.zero_grad()
            l = ce(m(x), y); l.backward()
            nn.utils.clip_grad_norm_(m.parameters(), 1.)
            o.step(); sch.step()
            tot += l.item()
        print(e, f"{tot / len(dl):.3f}", f"{acc(va):.3f}")
    print("held-out test", acc(te))

if __name__ == "__main__":
    main()
