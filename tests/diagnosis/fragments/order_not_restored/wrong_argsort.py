def forward(self, ids, lens):
    perm = lens.argsort(descending=True)
    packed = pack_padded_sequence(self.emb(ids[perm]), lens[perm], batch_first=True)
    _, (h, c) = self.rnn(packed)
    return self.head(h[-1])
