import torch
from tqdm import tqdm

optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.1)
for epoch in tqdm(range(50)):
    train_epoch(model, train_loader, optimizer)
    scheduler.step()
