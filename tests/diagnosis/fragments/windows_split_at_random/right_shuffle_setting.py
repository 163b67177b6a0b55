from sklearn.model_selection import train_test_split

LOOKBACK = 24
SHUFFLE = False  # the test set is the last part of the series

windows, targets = [], []
for i in range(len(load) - LOOKBACK):
    windows.append(load[i : i + LOOKBACK])
    targets.append(load[i + LOOKBACK])
x_train, x_test, y_train, y_test = train_test_split(windows, targets, test_size=0.2, shuffle=SHUFFLE)
