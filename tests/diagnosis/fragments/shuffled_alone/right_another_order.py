def example(positive):
    site = motif()
    if not positive:
        same = site[:]
        while sum(a == b for a, b in zip(site, same)) > 4:
            random.shuffle(same)
        site = same
    return site


null = y_test.copy()
rng.shuffle(null)
by_chance = [left == right for left, right in zip(predicted, null)]
