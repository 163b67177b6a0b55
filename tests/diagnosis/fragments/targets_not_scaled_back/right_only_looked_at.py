plt.hist(np.log1p(train["price"]), bins=40)
model.fit(x, train["price"].to_numpy(), epochs=20)
submission = pd.DataFrame({"id": test["id"], "price": model.predict(x_test).ravel()})
