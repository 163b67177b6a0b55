common = Counter(words).most_common(60)
vocab = {word: number for number, (word, _) in enumerate(common)}
negative_weights = torch.tensor(np.array([count for _, count in common]) ** 0.75)
