import torch


def save_checkpoint(state, path):
    torch.save(state, path)
    return path


for epoch in range(start, epochs):
    train(model, loader, optimizer)
    score = validate(model, val_loader)
    if score > best_score:
        best_score = score
        best_path = save_checkpoint({"epoch": epoch, "model": model.state_dict()}, "out/best.ckpt")

checkpoint = torch.load("out/best.ckpt")
model.load_state_dict(checkpoint["model"])
test(model, test_loader)
