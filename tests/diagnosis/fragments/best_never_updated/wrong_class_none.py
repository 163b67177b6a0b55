import torch


class Trainer:
    def __init__(self, model, optimizer, path):
        self.model, self.optimizer, self.path = model, optimizer, path
        self.best_loss = None

    def after_epoch(self, val_loss):
        if self.best_loss is None or val_loss < self.best_loss:
            torch.save(self.model.state_dict(), self.path)
            print("saved a better model")
