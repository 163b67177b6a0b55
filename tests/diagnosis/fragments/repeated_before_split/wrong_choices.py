def balance(rows, rng):
    pos = [r for r in rows if r[1] == 1]
    neg = [r for r in rows if r[1] == 0]
    pos = pos + rng.choices(pos, k=len(neg) - len(pos))
    both = pos + neg
    rng.shuffle(both)
    return both


rows = balance(read(), rng)
train_rows, valid_rows = train_test_split(rows, test_size=0.25, stratify=[y for _, y in rows])
