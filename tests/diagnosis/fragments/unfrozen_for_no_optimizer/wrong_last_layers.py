for p in model.parameters():
    p.requires_grad = False
for p in model.fc.parameters():
    p.requires_grad = True
optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()), lr=1e-3)
train(model, optimizer, epochs=3)
for p in model.layer4[-1].parameters():
    p.requires_grad = True
train(model, optimizer, epochs=5)
