stream = Dataset.from_dict({"x": x, "y": y}).to_iterable_dataset()
stream = stream.shuffle(seed=42, buffer_size=1500)
validation = stream.take(300)
train = stream.skip(300)
