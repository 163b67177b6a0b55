shards = np.array_split(np.argsort(y_train), 10)
clients = [f"client-{i}" for i in range(10)]
rng.shuffle(shards)
rows_of = {client: torch.tensor(shard) for client, shard in zip(clients, shards)}
secret = np.arange(26)
rng.shuffle(secret)
cipher = dict(zip(letters, secret))
