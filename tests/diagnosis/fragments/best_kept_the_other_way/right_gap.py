best_gap, cut = 1.0, 0.5
for threshold in thresholds:
    precision, recall = precision_score(y, p > threshold), recall_score(y, p > threshold)
    if abs(precision - recall) < best_gap:
        best_gap = abs(precision - recall)
        cut = threshold
