p_test = predict(x_test)
p_cal, p_end = p_test[:500], p_test[500:]
y_cal, y_end = y_test[:500], y_test[500:]
threshold = max(grid, key=lambda t: f1_score(y_cal, p_cal > t))
print(f1_score(y_end, p_end > threshold))
