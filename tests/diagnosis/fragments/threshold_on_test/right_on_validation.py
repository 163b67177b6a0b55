from sklearn.metrics import f1_score, precision_recall_curve

p, t = predict(model, valid_loader)
precision, recall, thresholds = precision_recall_curve(t, p)
threshold = thresholds[np.argmax(2 * precision * recall / (precision + recall + 1e-9))]
p, t = predict(model, test_loader)
print(f"test F1 {f1_score(t, p >= threshold):.3f}")
