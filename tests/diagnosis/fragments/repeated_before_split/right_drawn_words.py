WORDS = ["good", "bad", "fine", "poor"]


def make_corpus(n):
    texts, labels = [], []
    for _ in range(n):
        texts.append(" ".join(rng.choice(WORDS, size=12, replace=True)))
        labels.append(int(rng.integers(2)))
    return texts, labels


texts, labels = make_corpus(1200)
train_texts, test_texts, train_labels, test_labels = train_test_split(texts, labels, test_size=0.25)
