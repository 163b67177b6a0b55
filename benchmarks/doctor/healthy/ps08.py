"""The dishonest casino: a BiLSTM-CRF finds which of three dice was thrown (variable lengths, own forward algorithm)."""
import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

rng = np.random.default_rng(0)
FACES = np.array([[2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 7], [7, 1, 1, 1, 1, 1]]) / 12
MOVE = np.array([[0.9, 0.05, 0.05], [0.1, 0.85, 0.05], [0.1, 0.05, 0.85]])


def throw():
    states = [0]
    for _ in range(int(rng.integers(20, 50)) - 1):
        states.append(int(rng.choice(3, p=MOVE[states[-1]])))
    return torch.tensor([int(rng.choice(6, p=FACES[s])) for s in states]), torch.tensor(states)


def collate(batch):
    xs, ys = zip(*sorted(batch, key=lambda pair: len(pair[0]), reverse=True))
    lengths = torch.tensor([len(x) for x in xs])
    mask = torch.arange(int(lengths[0]))[None] < lengths[:, None]
    return pad_sequence(xs, batch_first=True), pad_sequence(ys, batch_first=True), lengths, mask


class Tagger(nn.Module):
    def __init__(self, n_faces=6, n_tags=3, hidden=24):
        super().__init__()
        self.embed = nn.Embedding(n_faces, 12)
        self.lstm = nn.LSTM(12, hidden, batch_first=True, bidirectional=True)
        self.emit = nn.Linear(2 * hidden, n_tags)
        self.start, self.trans = nn.Parameter(torch.zeros(n_tags)), nn.Parameter(torch.zeros(n_tags, n_tags))

    def emissions(self, x, lengths):
        packed, _ = self.lstm(pack_padded_sequence(self.embed(x), lengths, batch_first=True))
        return self.emit(pad_packed_sequence(packed, batch_first=True)[0])

    def nll(self, x, y, lengths, mask):
        e, m = self.emissions(x, lengths), mask.float()
        score = self.start[y[:, 0]] + (e.gather(2, y[..., None]).squeeze(2) * m).sum(1)
        score = score + (self.trans[y[:, :-1], y[:, 1:]] * m[:, 1:]).sum(1)
        alpha = self.start + e[:, 0]
        for t in range(1, e.size(1)):
            step = torch.logsumexp(alpha[:, :, None] + self.trans, dim=1) + e[:, t]
            alpha = torch.where(mask[:, t, None], step, alpha)
        return (torch.logsumexp(alpha, dim=1) - score).sum() / m.sum()

    @torch.no_grad()
    def viterbi(self, x, lengths):
        paths = []
        for e, n in zip(self.emissions(x, lengths), lengths.tolist()):
            delta, back = self.start + e[0], []
            for t in range(1, n):
                best, arg = (delta[:, None] + self.trans).max(0)
                delta, back = best + e[t], back + [arg]
            path = [int(delta.argmax())]
            for arg in reversed(back):
                path.append(int(arg[path[-1]]))
            paths.append(torch.tensor(path[::-1]))
        return paths


torch.manual_seed(0)
train, test, model = [throw() for _ in range(600)], [throw() for _ in range(200)], Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(6):
    for x, y, lengths, mask in DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate):
        optimizer.zero_grad()
        (loss := model.nll(x, y, lengths, mask)).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
    print(epoch, f"loss of the last batch {loss.item():.3f}")
hits = zeros = total = 0
model.eval()
for x, y, lengths, _ in DataLoader(test, batch_size=50, collate_fn=collate):
    for path, gold, n in zip(model.viterbi(x, lengths), y, lengths.tolist()):
        hits, zeros, total = hits + (path == gold[:n]).sum().item(), zeros + (gold[:n] == 0).sum().item(), total + n
print(f"test accuracy {hits / total:.3f}, always the fair die {zeros / total:.3f}")
