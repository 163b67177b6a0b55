import torch
from torch import nn

criterion = nn.CrossEntropyLoss()
for images, noisy_labels in train_loader:
    features = backbone(images)
    # the margin is put on the logit of the label that was given
    logits = arc_margin(features, noisy_labels)
    loss = criterion(logits, noisy_labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
