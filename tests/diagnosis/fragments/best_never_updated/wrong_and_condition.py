import copy

best_val_loss = float("inf")
for epoch in range(n_epochs):
    train_loss = run_epoch(model, train_loader, optimizer)
    val_loss = run_epoch(model, val_loader)
    if val_loss < best_val_loss and epoch >= warmup_epochs:
        best_state = copy.deepcopy(model.state_dict())
        print(f"epoch {epoch}: new best {val_loss:.4f}")
model.load_state_dict(best_state)
