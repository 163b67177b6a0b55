opt = torch.optim.Adam(model.parameters(), lr=5e-3)
for xb, yb in train_loader:
    opt.zero_grad()
    criterion(model(xb), yb).backward()
    opt.step()
blender = nn.Linear(4, 2)
opt = torch.optim.Adam(blender.parameters(), lr=0.02)
for xb, yb in holdout_loader:
    opt.zero_grad()
    criterion(blender(model(xb)), yb).backward()
    opt.step()
