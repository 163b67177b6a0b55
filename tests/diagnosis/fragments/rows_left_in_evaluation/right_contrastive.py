import torch
from torch.utils.data import DataLoader

# InfoNCE depends on the number of negatives: every batch must have the same size
train_loader = DataLoader(train_pairs, batch_size=256, shuffle=True, drop_last=True)
val_loss_loader = DataLoader(val_pairs, batch_size=256, drop_last=True)
val_loader = DataLoader(val_pairs, batch_size=256)

val_loss = sum(info_nce(model(image), model(text)).item() for image, text in val_loss_loader) / len(val_loss_loader)
recall = recall_at_1(model, val_loader)
