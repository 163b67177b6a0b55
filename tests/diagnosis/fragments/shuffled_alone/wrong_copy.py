x_train_shuffled = x_train.copy()
np.random.shuffle(x_train_shuffled)
model.fit(x_train_shuffled, y_train)
