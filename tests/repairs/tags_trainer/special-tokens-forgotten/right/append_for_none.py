def align_labels(word_ids, tags):
    labels = []
    previous = None
    for word in word_ids:
        if word is None:
            labels.append(-100)
            continue
        labels.append(-100 if word == previous else tags[word])
        previous = word
    return labels
