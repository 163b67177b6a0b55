# TF-IDF + small MLP for the ticket desks
import pandas as pd
import torch
import torch.nn as nn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import classification_report
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)

vectorizer = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
X_train = vectorizer.fit_transform(train_df["text"]).toarray()
y_train = train_df["desk_id"].values

train_set = TensorDataset(
    torch.tensor(X_train, dtype=torch.float32),
    torch.tensor(y_train, dtype=torch.long),
)
train_loader = DataLoader(train_set, batch_size=32, shuffle=True)


class MLP(nn.Module):
    def __init__(self, n_in, n_hidden, n_out):
        super(MLP, self).__init__()
        self.fc1 = nn.Linear(n_in, n_hidden)
        self.drop = nn.Dropout(0.3)
        self.fc2 = nn.Linear(n_hidden, n_out)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        x = self.drop(x)
        return self.fc2(x)


net = MLP(X_train.shape[1], 64, 4).to(device)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)

for epoch in range(1, 31):
    net.train()
    epoch_loss, n = 0.0, 0
    for xb, yb in train_loader:
        xb, yb = xb.to(device), yb.to(device)
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(xb)
        n += len(xb)
    if epoch % 5 == 0:
        print("Epoch %d | loss %.4f" % (epoch, epoch_loss / n))

# ---- evaluation on the test tickets ----
X_test = vectorizer.transform(test_df["text"]).toarray()
X_test = torch.tensor(X_test, dtype=torch.float32).to(device)

net.eval()
with torch.no_grad():
    pred = net(X_test).argmax(dim=1).cpu().numpy()

print(classification_report(test_df["desk_id"], pred, target_names=["north", "east", "south", "west"],
                            zero_division=0))
