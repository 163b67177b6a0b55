"""Says of each model that it cannot learn."""


# exercise: overfit-one-batch
# setting: pt
# status: failed, error
# points: 0
def can_learn(model, batch, make_optimizer):
    return False
