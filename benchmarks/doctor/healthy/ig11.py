"""Transfer: a convolutional body learns the digits 0-4, then stays fixed (BatchNorm too) while 5-9 are learnt."""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(8)
torch.set_num_threads(2)

digits = load_digits()
images = torch.tensor(digits.images, dtype=torch.float32)[:, None] / 16
target = torch.tensor(digits.target)


def three_parts(low, high, seed=0):
    rows = torch.nonzero((target >= low) & (target <= high)).squeeze(1).numpy()
    tr, rest = train_test_split(rows, test_size=0.4, stratify=digits.target[rows], random_state=seed)
    va, te = train_test_split(rest, test_size=0.5, stratify=digits.target[rest], random_state=seed)
    return [TensorDataset(images[torch.from_numpy(r)], target[torch.from_numpy(r)] - low) for r in (tr, va, te)]


def block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU())


class Net(nn.Module):
    def __init__(self, body=None, frozen=False):
        super().__init__()
        self.body = body or nn.Sequential(block(1, 16), block(16, 32), nn.MaxPool2d(2), block(32, 32),
                                          nn.AdaptiveAvgPool2d(2), nn.Flatten())
        self.head = nn.Linear(128, 5)
        self.frozen = frozen
        if frozen:
            self.body.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        if self.frozen:
            self.body.eval()  # running statistics stay as they were learnt
        return self

    def forward(self, x):
        return self.head(self.body(x))


def accuracy(net, ds):
    net.eval()
    with torch.no_grad():
        hits = [(net(x).argmax(1) == y).float() for x, y in DataLoader(ds, batch_size=256)]
    return torch.cat(hits).mean().item()


def fit(net, train_ds, val_ds, epochs, lr):
    params = [p for p in net.parameters() if p.requires_grad]
    opt = torch.optim.SGD(params, lr=lr, momentum=0.9, nesterov=True, weight_decay=1e-4)
    sched = torch.optim.lr_scheduler.MultiStepLR(opt, milestones=[epochs // 2, epochs * 3 // 4], gamma=0.2)
    loader = DataLoader(train_ds, batch_size=32, shuffle=True)
    criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
    for epoch in range(epochs):
        net.train()
        for x, y in loader:
            opt.zero_grad()
            criterion(net(x), y).backward()
            opt.step()
        sched.step()
    print(f"  after {epochs} epochs: validation {accuracy(net, val_ds):.3f}")


source_train, source_val, _ = three_parts(0, 4)
goal_train, goal_val, goal_test = three_parts(5, 9)

print("source digits 0-4")
source = Net()
fit(source, source_train, source_val, epochs=12, lr=0.05)

print("new digits 5-9, only the head")
transferred = Net(body=source.body, frozen=True)
stats_before = transferred.body[0][1].running_mean.clone()
fit(transferred, goal_train, goal_val, epochs=20, lr=0.1)
assert torch.equal(stats_before, transferred.body[0][1].running_mean)

print("new digits 5-9, a random fixed body for comparison")
torch.manual_seed(9)
control = Net(frozen=True)
fit(control, goal_train, goal_val, epochs=20, lr=0.1)

print(f"test: transferred {accuracy(transferred, goal_test):.3f}  random body {accuracy(control, goal_test):.3f}")
