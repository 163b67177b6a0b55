for p in backbone.parameters():
    p.requires_grad = False

optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=3e-3)
for epoch in range(15):
    run_epoch(model, optimizer)

for p in backbone.parameters():
    p.requires_grad = True
for group in optimizer.param_groups:
    group["lr"] = 3e-4
for epoch in range(25):
    run_epoch(model, optimizer)
