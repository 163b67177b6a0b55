best = float("inf")
for epoch in range(10):
    train(model)
    if (loss := evaluate(model)) < best:
        best = loss
        state = model.state_dict()
        torch.save(state, "best.pt")
state = torch.load("best.pt")
model.load_state_dict(state)
