import copy


class Learner:
    def __init__(self, model, batch, make_optimizer):
        self.model = copy.deepcopy(model)
        self.batch = batch
        self.optimizer = make_optimizer(self.model.parameters())
        self.losses = []

    def closure(self):
        self.optimizer.zero_grad()
        output = self.model(**self.batch)
        output.loss.backward()
        self.losses.append(float(output.loss))
        return output.loss

    def learns(self, steps, near):
        for _ in range(steps):
            self.optimizer.step(self.closure)
            if self.losses[-1] < near:
                break
        return self.losses[-1] < near


def can_learn(model, batch, make_optimizer):
    return Learner(model, batch, make_optimizer).learns(steps=30, near=0.05)
