edges = np.quantile(ages, np.linspace(0, 1, 11))
# whoever is older in the test data belongs to the last bin
edges = np.append(edges[:-1], np.inf)
train_bins = np.digitize(ages, edges[1:])
test_bins = np.digitize(test_ages, edges[1:])
