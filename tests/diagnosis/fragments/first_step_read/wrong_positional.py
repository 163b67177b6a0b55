from torch import nn


class Forecaster(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.rnn = nn.Sequential(nn.Linear(n_features, 32))
        self.lstm = nn.LSTM(32, 64, 1, True, True)
        self.head = nn.Linear(64, 1)

    def forward(self, window):
        y, state = self.lstm(self.rnn(window))
        return self.head(y[:, 0])
