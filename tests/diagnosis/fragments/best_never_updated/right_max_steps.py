import torch

max_steps = 10_000
global_step = 0


def train(model, loader, optimizer, criterion):
    global global_step
    model.train()
    while True:
        for x, y in loader:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            global_step += 1
            if global_step >= max_steps:
                torch.save(model.state_dict(), "last.pt")
                return
