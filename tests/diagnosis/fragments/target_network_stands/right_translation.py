import torch
from torch import nn


class Seq2Seq(nn.Module):
    def __init__(self, src_vocab, tgt_vocab, dim=512):
        super().__init__()
        self.src_emb = nn.Embedding(src_vocab, dim)
        self.tgt_emb = nn.Embedding(tgt_vocab, dim)
        self.transformer = nn.Transformer(dim, batch_first=True)
        self.generator = nn.Linear(dim, tgt_vocab)

    def forward(self, src, tgt, tgt_mask):
        return self.generator(self.transformer(self.src_emb(src), self.tgt_emb(tgt), tgt_mask=tgt_mask))


model = Seq2Seq(10_000, 12_000)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.95)
