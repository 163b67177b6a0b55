import copy


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.best_loss = float("inf")
        self.best_weights = None

    def fit(self, train_loader, val_loader, epochs):
        for epoch in range(epochs):
            self.train_epoch(train_loader)
            loss = self.evaluate(val_loader)
            if loss < self.best_loss:
                self.best_loss = loss
                self.best_weights = copy.deepcopy(self.model.state_dict())


trainer = Trainer(model, optimizer)
trainer.fit(train_loader, val_loader, 30)
print("test loss:", trainer.evaluate(test_loader))
