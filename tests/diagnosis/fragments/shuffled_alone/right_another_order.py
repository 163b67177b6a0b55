def example(positive):
    site = motif()
    if not positive:
        same = site[:]
        while sum(a == b for a, b in zip(site, same)) > 4:
            random.shuffle(same)
        site = same
    return site


negatives = captions[:]
random.shuffle(negatives)
pairs += [(image, text, 0) for image, text in zip(images, negatives)]
null = y_test.copy()
rng.shuffle(null)
by_chance = [left == right for left, right in zip(predicted, null)]
y_perm = y_train.copy()
rng.shuffle(y_perm)
control.fit(x_train, y_perm)
