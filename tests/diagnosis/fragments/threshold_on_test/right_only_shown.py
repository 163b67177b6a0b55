scores = predict(X_test)
for t in (0.3, 0.5, 0.7):
    print(t, f1_score(y_test, scores > t))
best = max(f1_score(y_test, scores > t) for t in (0.3, 0.5, 0.7))
print(f"at best {best:.3f}, at the threshold of the validation set {f1_score(y_test, scores > val_threshold):.3f}")
