log_price = np.cumsum(steps)
features, labels = [], []
for day in range(30, 2500):
    past = log_price[day - 30 : day + 1]
    path = (past[:-1] - past[-1]) / 0.05
    features.append(np.concatenate([path, past[-1:]]))
    labels.append(float(log_price[day + 20] > log_price[day]))
X = torch.tensor(np.array(features))
dataset = TensorDataset(X, torch.tensor(labels))
train_set, test_set = random_split(dataset, [2000, 470])
