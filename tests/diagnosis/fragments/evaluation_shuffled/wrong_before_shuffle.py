small_eval = tokenized["test"].shuffle(seed=42).select(range(100))
predicted = predict(DataLoader(small_eval, batch_size=32))
print(f1_score(tokenized["test"]["labels"][:100], predicted))
