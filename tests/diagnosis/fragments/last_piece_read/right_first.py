for word in encoding.word_ids(batch_index=i):
    row.append(-100 if word is None or word == previous else tags[word])
    previous = word
for at, word in enumerate(word_ids):
    if word is not None and word not in said:
        said[word] = int(logits[i, at].argmax())
