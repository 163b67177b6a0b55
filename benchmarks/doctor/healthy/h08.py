"""
Paraphrase detection on MRPC: tf-idf of both sentences + a small feed forward net in torch.
The classes are imbalanced (about 2:1) so I balance them by oversampling the smaller one.
"""
import numpy as np
import pandas as pd
import torch
from scipy.sparse import hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from sklearn.utils import resample
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 7
EPOCHS = 15
torch.manual_seed(SEED)
np.random.seed(SEED)


def balance(df):
    big = df[df.label == 1]
    small = df[df.label == 0]
    small = resample(small, replace=True, n_samples=len(big), random_state=SEED)
    return pd.concat([big, small]).sample(frac=1.0, random_state=SEED).reset_index(drop=True)


df = pd.read_parquet("data/glue/mrpc/train-00000-of-00001.parquet")
print("before:", df.label.value_counts().to_dict())

train_df, val_df = train_test_split(df, test_size=0.2, random_state=SEED, stratify=df.label)
train_df = balance(train_df)
print("train:", train_df.label.value_counts().to_dict(), "val:", val_df.label.value_counts().to_dict())

vec = TfidfVectorizer(ngram_range=(1, 2), min_df=2, max_features=4000)
vec.fit(list(train_df.sentence1) + list(train_df.sentence2))


def features(d):
    x = hstack([vec.transform(d.sentence1), vec.transform(d.sentence2)]).toarray()
    return torch.tensor(x, dtype=torch.float32), torch.tensor(d.label.to_numpy())


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(dim, 128), nn.ReLU(), nn.Dropout(0.3), nn.Linear(128, 2))

    def forward(self, x):
        return self.layers(x)


x_train, y_train = features(train_df)
x_val, y_val = features(val_df)
loader = DataLoader(TensorDataset(x_train, y_train), batch_size=32, shuffle=True)
net = Net(x_train.shape[1])
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(EPOCHS):
    net.train()
    total = 0
    for xb, yb in loader:
        opt.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(yb)
    net.eval()
    with torch.no_grad():
        pred = net(x_val).argmax(1)
    print("epoch %2d loss %.3f val macro f1 %.3f" % (epoch + 1, total / len(y_train), f1_score(y_val, pred, average="macro")))

print(classification_report(y_val, pred, digits=3))
print("final validation macro f1: %.3f" % f1_score(y_val, pred, average="macro"))
