from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

sc_y = StandardScaler().fit(y_train.reshape(-1, 1))
y_scaled = sc_y.transform(y_train.reshape(-1, 1)).ravel()
svr = SVR().fit(X_train, y_scaled)
print("MAE:", mean_absolute_error(y_test, svr.predict(X_test)))
