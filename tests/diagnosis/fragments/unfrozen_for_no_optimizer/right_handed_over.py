for p in backbone.parameters():
    p.requires_grad = False
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=3e-3)
train(model, optimizer, 3)
for p in backbone.parameters():
    p.requires_grad = True
train(model, torch.optim.Adam(model.parameters(), lr=1e-5), 5)
