import torch
from torch import nn

mu, sd = y_train.mean(), y_train.std()
train_set = TensorDataset(X_train, (y_train - mu) / sd)
fit(model, DataLoader(train_set, batch_size=64, shuffle=True))

model.eval()
with torch.no_grad():
    error = nn.L1Loss()(model(X_test), y_test)
print("test MAE", error.item())
