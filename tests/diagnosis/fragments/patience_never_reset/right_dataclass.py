from dataclasses import dataclass


@dataclass
class EarlyStopping:
    patience: int = 7
    best: float = float("inf")
    bad_epochs: int = 0

    def __call__(self, val_loss: float) -> bool:
        if val_loss < self.best:
            self.best = val_loss
            self.bad_epochs = 0
        else:
            self.bad_epochs += 1
        if self.bad_epochs >= self.patience:
            return True
        return False
