samples = [(items, random.choice(items)) for items in histories]
train, test = train_test_split(samples, test_size=0.2)
