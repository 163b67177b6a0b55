X, y, patient = load_table()
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
