loader = DataLoader(rows, batch_size=50, shuffle=True)


def train_step(params, velocity, xb, yb):
    grads, loss = grad_and_value(loss_of)(params, xb, yb)
    velocity = {k: 0.9 * velocity[k] + grads[k] for k in grads}
    params = {k: params[k] - 0.05 * velocity[k] for k in params}
    return params, velocity, loss


for xb, yb in loader:
    params, velocity, loss = train_step(params, velocity, xb, yb)
