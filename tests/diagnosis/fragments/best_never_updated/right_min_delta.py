import torch

MIN_DELTA = 1e-4
PATIENCE = 5


def fit(model, optimizer, train_epoch, validate, epochs=100):
    best_loss, waited = float("inf"), 0
    for epoch in range(epochs):
        train_epoch(model, optimizer)
        val_loss = validate(model)
        if best_loss - val_loss > MIN_DELTA:
            best_loss, waited = val_loss, 0
            torch.save(model.state_dict(), "best.pt")
        else:
            waited += 1
            if waited >= PATIENCE:
                break
    model.load_state_dict(torch.load("best.pt"))
