class Trainer:
    def __init__(self, model, criterion):
        self.model, self.criterion = model, criterion

    def validate(self, loader):
        loss, acc = 0.0, 0.0
        for x, y in loader:
            out = self.model(x)
            loss += self.criterion(out, y).item() / len(loader)
            acc += (out.argmax(1) == y).float().mean().item() / len(loader)
        return loss, acc


trainer = Trainer(model, criterion)
acc, loss = trainer.validate(val_loader)
print(f"loss {loss:.3f}, accuracy {acc:.3f}")
