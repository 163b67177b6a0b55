interval_loader = DataLoader(rows, batch_size=8, shuffle=True)
latest = prepare(rows["label"], shuffle=True)
test_set = rows
print(accuracy_score(test_set["label"], predict(DataLoader(test_set, batch_size=8))))
