def to_tensors(frame):
    codes, names = pd.factorize(frame["species"])
    return frame[FEATURES].to_numpy(), codes


x_train, y_train = to_tensors(train_df)
x_test, y_test = to_tensors(test_df)
