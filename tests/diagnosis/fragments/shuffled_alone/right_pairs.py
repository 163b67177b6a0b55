import random

rows = list(zip(texts, labels))
random.shuffle(rows)
texts, labels = zip(*rows)
model.fit(texts, labels)
