train_mean = x_train.mean(axis=0)
train_var = x_train.var(axis=0)
x_train = (x_train - train_mean) / train_var
x_test = (x_test - train_mean) / train_var
model.fit(x_train, y_train, validation_data=(x_test, y_test), epochs=10)
