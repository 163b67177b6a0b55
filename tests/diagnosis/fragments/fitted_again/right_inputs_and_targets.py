x_scaler = StandardScaler()
y_scaler = StandardScaler()
train_inputs = x_scaler.fit_transform(X_train)
train_goals = y_scaler.fit_transform(y_train.reshape(-1, 1))
test_inputs = x_scaler.transform(X_test)


def evaluate(model, inputs, truth, y_scaler):
    guess = y_scaler.inverse_transform(model(inputs))
    return np.abs(guess - truth).mean()


train(model, train_inputs, train_goals)
print(evaluate(model, test_inputs, y_test, y_scaler))
