from accelerate import Accelerator
from torch.optim import AdamW
from transformers import get_linear_schedule_with_warmup


def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    accelerator = Accelerator()
    optimizer = AdamW(model.parameters(), lr=learning_rate)
    schedule = get_linear_schedule_with_warmup(optimizer, 0, num_epochs * len(train_dataloader))
    model, optimizer, loader, schedule = accelerator.prepare(model, optimizer, train_dataloader, schedule)
    model.train()
    losses = []
    for _ in range(num_epochs):
        for batch in loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            losses.append(loss.detach().cpu().numpy()[()])
    return losses
