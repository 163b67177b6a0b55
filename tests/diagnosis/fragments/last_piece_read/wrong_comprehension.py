for word in encoding.word_ids(batch_index=i):
    row.append(-100 if word is None or word == previous else tags[word])
    previous = word
best = {word: int(logits[i, at].argmax()) for at, word in enumerate(word_ids) if word is not None}
