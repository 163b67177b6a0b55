import numpy as np
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler

mean, std = y_train.mean(), y_train.std()
sc_y = StandardScaler()
model.fit(X_train, sc_y.fit_transform(y_train.reshape(-1, 1)), epochs=50)
pred = model.predict(X_test).ravel() * std + mean
print("MAE", mean_absolute_error(y_test, pred))
