labels = [label_of(text) for text in texts]
random.shuffle(labels)
rows = list(zip(texts, labels))
