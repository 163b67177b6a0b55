from torch import nn


class Classifier(nn.Module):
    def __init__(self, vocab, classes):
        super().__init__()
        self.emb = nn.Embedding(vocab, 64)
        self.lstm = nn.LSTM(64, 128, batch_first=True)
        self.fc = nn.Linear(128, classes)

    def forward(self, tokens):
        hidden = self.lstm(self.emb(tokens))[0]
        return self.fc(hidden[:, 0, :])
