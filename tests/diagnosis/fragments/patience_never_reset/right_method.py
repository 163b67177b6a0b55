class EarlyStopping:
    def __init__(self, patience):
        self.patience = patience
        self.best = float("inf")
        self.restart()

    def restart(self):
        self.waited = 0

    def should_stop(self, value):
        if value < self.best:
            self.best = value
            self.restart()
        else:
            self.waited += 1
        if self.waited >= self.patience:
            return True
        return False
