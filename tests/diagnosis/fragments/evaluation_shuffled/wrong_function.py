def eval_loader(frame):
    return DataLoader(TensorDataset(*tensors(frame)), batch_size=32, shuffle=True)


test_df = pd.read_csv("test.csv")
predicted = predict(eval_loader(test_df))
print(f1_score(test_df["label"], predicted))
