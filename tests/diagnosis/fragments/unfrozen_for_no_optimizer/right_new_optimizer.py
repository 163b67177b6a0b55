for p in backbone.parameters():
    p.requires_grad = False
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=3e-3)
fit(model, optimizer)
for p in backbone.parameters():
    p.requires_grad = True
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
fit(model, optimizer)
