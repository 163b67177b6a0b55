import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split

window = 256
segments, labels = [], []
for name, label in (("healthy", 0), ("inner_race", 1), ("outer_race", 2)):
    signal = np.load(f"bearing_{name}.npy")
    for start in range(0, len(signal) - window + 1, window):
        segments.append(signal[start : start + window])
        labels.append(label)
features = np.stack([[s.std(), np.abs(s).max(), (s**4).mean() / s.var() ** 2] for s in segments])
x_train, x_test, y_train, y_test = train_test_split(features, labels, test_size=0.3, random_state=1)
print(RandomForestClassifier().fit(x_train, y_train).score(x_test, y_test))
