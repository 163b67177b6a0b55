import torch
from torch.utils.data import DataLoader


class Experiment:
    def __init__(self, model, train_set, val_set):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters())
        self.train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
        self.val_loader = DataLoader(val_set, batch_size=32)

    def train(self):
        self.model.train()
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            criterion(self.model(x), y).backward()
            self.optimizer.step()

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        losses = []
        for x, y in self.train_loader:
            losses.append(criterion(self.model(x), y).item())
        return sum(losses) / len(losses)
