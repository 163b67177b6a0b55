from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Sentiment(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.emb = nn.Embedding(vocab, 100, padding_idx=0)
        self.rnn = nn.GRU(100, 128, batch_first=True)
        self.out = nn.Linear(128, 2)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.emb(ids), lengths, batch_first=True, enforce_sorted=False)
        packed_out, _ = self.rnn(packed)
        states, _ = pad_packed_sequence(packed_out, batch_first=True)
        return self.out(states[:, 0])
