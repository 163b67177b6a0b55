import keras
from sklearn.preprocessing import MinMaxScaler

y_scaler = MinMaxScaler()
y_train = y_scaler.fit_transform(y_train.reshape(-1, 1))
model.compile(optimizer="adam", loss="mse", metrics=["mae"])
model.fit(X_train, y_train, epochs=100, verbose=0)
loss, mae = model.evaluate(X_test, y_test)
print("mean absolute error in dollars:", mae)
