import numpy as np
from lightgbm import LGBMRegressor
from sklearn.metrics import mean_squared_error

model = LGBMRegressor(n_estimators=500)
model.fit(X_train, np.log1p(y_train))
rmse = np.sqrt(mean_squared_error(y_test, model.predict(X_test)))
print(f"RMSE: {rmse:.1f}")
