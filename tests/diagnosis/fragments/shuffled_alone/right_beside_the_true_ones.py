y_shuffled = y_train.copy()
rng.shuffle(y_shuffled)
print(LogisticRegression().fit(X_train, y_shuffled).score(X_test, y_test))
print(LogisticRegression().fit(X_train, y_train).score(X_test, y_test))
