optimizer = torch.optim.Adam(model.parameters())
best, kept = 0.0, None
for epoch in range(10):
    train(model, optimizer)
    inner = accelerator.unwrap_model(model)
    if accuracy(inner) > best:
        best, kept = accuracy(inner), None
        kept = inner.state_dict()
model.load_state_dict(kept)
