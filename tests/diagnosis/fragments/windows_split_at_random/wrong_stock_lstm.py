import numpy as np
from sklearn.model_selection import train_test_split

scaled = scaler.fit_transform(stock[["Close"]].values)
X, y = [], []
for i in range(60, len(scaled)):
    X.append(scaled[i - 60 : i, 0])
    y.append(scaled[i, 0])
X, y = np.array(X), np.array(y)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=42)
X_train = X_train.reshape(X_train.shape[0], 60, 1)
