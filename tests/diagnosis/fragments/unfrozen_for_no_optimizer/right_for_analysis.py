for p in model.parameters():
    p.requires_grad = False
for p in model.head.parameters():
    p.requires_grad = True
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=3e-3)
fit(model, optimizer)
