import pandas as pd
import torch
from torch.utils.data import TensorDataset, random_split


def create_dataset(table):
    x = torch.tensor(table.drop(columns="price").values, dtype=torch.float32)
    y = torch.tensor(table["price"].values, dtype=torch.float32)
    return TensorDataset(x, y)


dataset = create_dataset(pd.read_csv("houses.csv"))
train_set, test_set = random_split(dataset, [0.8, 0.2], generator=torch.Generator().manual_seed(0))
