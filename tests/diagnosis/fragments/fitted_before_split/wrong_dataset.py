import torch
from sklearn.preprocessing import StandardScaler
from torch.utils.data import TensorDataset, random_split

X = StandardScaler().fit_transform(X)
dataset = TensorDataset(torch.tensor(X, dtype=torch.float32), torch.tensor(y))
train_set, val_set = random_split(dataset, [0.8, 0.2])
