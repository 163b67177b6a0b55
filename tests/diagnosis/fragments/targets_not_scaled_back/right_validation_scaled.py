from sklearn.linear_model import Ridge
from sklearn.metrics import mean_squared_error
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

y_scaler = StandardScaler()
# errors in units of the standard deviation of the target
y_train = y_scaler.fit_transform(y_train.reshape(-1, 1)).ravel()
X_fit, X_val, y_fit, y_val = train_test_split(X_train, y_train, random_state=0)
for alpha in (0.1, 1, 10):
    model = Ridge(alpha).fit(X_fit, y_fit)
    print(alpha, mean_squared_error(y_val, model.predict(X_val)))
