def mails(n, rng):
    rows = []
    for _ in range(n):
        words = rng.choices(WORDS, k=8)
        rows.append((" ".join(words + rng.choices(ENDS, k=2)), int("urgent" in words)))
    return rows


rows = mails(900, rng)
train_rows, valid_rows = train_test_split(rows, test_size=0.25, stratify=[y for _, y in rows])
