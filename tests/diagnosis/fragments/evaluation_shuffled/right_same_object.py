train_df, test_df = train_test_split(df, shuffle=True, random_state=7)
small_eval = tokenized["test"].shuffle(seed=42).select(range(100))
scores = predict(DataLoader(small_eval, batch_size=32), tensors(test_df))
print(f1_score(small_eval["labels"], scores[0]), roc_auc_score(test_df["label"], scores[1]))
