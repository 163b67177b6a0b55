from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Tagger(nn.Module):
    def __init__(self, vocab, tags):
        super().__init__()
        self.embed = nn.Embedding(vocab, 100)
        self.lstm = nn.LSTM(100, 200)
        self.fc = nn.Linear(200, tags)

    def forward(self, captions, lengths):
        packed = pack_padded_sequence(self.embed(captions), lengths)
        hiddens, _ = self.lstm(packed)
        # the data of the packed sequence, as the targets are packed, too
        return self.fc(hiddens[0])
