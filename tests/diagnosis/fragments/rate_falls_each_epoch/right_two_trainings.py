import torch


def pretrain(encoder, loader):
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=3e-4)
    for epoch in range(300):
        for x, _ in loader:
            loss = contrastive_loss(encoder, x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def train_head(encoder, head, loader):
    optimizer = torch.optim.Adam(head.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.1)
    for epoch in range(10):
        for x, y in loader:
            loss = cross_entropy(head(encoder(x).detach()), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        scheduler.step()
