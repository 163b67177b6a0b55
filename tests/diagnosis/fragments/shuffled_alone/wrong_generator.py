rng = np.random.default_rng(3)
rng.shuffle(texts)
loader = DataLoader(list(zip(texts, labels)), batch_size=16)
