import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split


def get_data(seed=0):
    X, y = make_classification(n_samples=1400, n_features=40, n_informative=8, n_redundant=4,
                               n_clusters_per_class=3, flip_y=0.15, random_state=seed)
    X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=500, stratify=y, random_state=seed)
    X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=400, stratify=y_rest,
                                                      random_state=seed)
    mean, std = X_train.mean(0), X_train.std(0)

    def tensors(X, y):
        return torch.tensor((X - mean) / std, dtype=torch.float32), torch.tensor(y, dtype=torch.long)

    return tensors(X_train, y_train), tensors(X_val, y_val), tensors(X_test, y_test)


class Classifier(nn.Module):
    def __init__(self, n_in, n_hidden=256):
        super().__init__()
        self.fc1 = nn.Linear(n_in, n_hidden)
        self.fc2 = nn.Linear(n_hidden, n_hidden)
        self.fc3 = nn.Linear(n_hidden, 2)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


@torch.no_grad()
def score(model, X, y):
    model.eval()
    logits = model(X)
    return F.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def fit(model, train, val, epochs=100, batch_size=50, lr=1e-3):
    X, y = train
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    best_loss, best_epoch, best_state = float("inf"), 0, None

    for epoch in range(1, epochs + 1):
        model.train()
        for idx in torch.randperm(len(X)).split(batch_size):
            optimizer.zero_grad()
            F.cross_entropy(model(X[idx]), y[idx]).backward()
            optimizer.step()

        val_loss, val_acc = score(model, *val)
        if val_loss < best_loss:
            best_loss, best_epoch = val_loss, epoch
            best_state = model.state_dict()
        if epoch % 10 == 0:
            print(f"epoch {epoch:3d}: val loss {val_loss:.3f}, val accuracy {val_acc:.3f}")

    # go back to the best epoch
    model.load_state_dict(best_state)
    print(f"best epoch was {best_epoch} with val loss {best_loss:.3f}")
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    train, val, test = get_data()
    model = fit(Classifier(train[0].shape[1]), train, val)
    print("restored model, val:  loss %.3f  accuracy %.3f" % score(model, *val))
    print("restored model, test: loss %.3f  accuracy %.3f" % score(model, *test))
