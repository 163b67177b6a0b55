y = np.log1p(train["price"].to_numpy())
model.fit(x, y, epochs=20)
prediction = np.expm1(model.predict(x_test).ravel())
submission = pd.DataFrame({"id": test["id"], "price": prediction})
