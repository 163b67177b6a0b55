for outer_train, outer_test in outer.split(x, y):
    for inner_train, inner_test in inner.split(x[outer_train], y[outer_train]):
        p_inner_test = fit(inner_train).predict(x[inner_test])
        thresholds = [t for t in grid]
        threshold = max(thresholds, key=lambda t: f1_score(y[inner_test], p_inner_test > t))
    p_te = fit(outer_train).predict(x[outer_test])
    print(f1_score(y[outer_test], p_te > threshold))
