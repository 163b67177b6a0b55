for components in (10, 20, 40):
    pca = PCA(components).fit(X_train)
    begin = time.perf_counter()
    pca.transform(X_test)
    millis = 1e3 * (time.perf_counter() - begin)
    print(components, millis)
