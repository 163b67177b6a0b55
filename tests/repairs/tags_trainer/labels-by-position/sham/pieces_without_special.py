# kind: half · one label for each piece, but none for [CLS], so all stand one too early
def align_labels(word_ids, tags):
    labels = []
    previous = None
    for word in word_ids:
        if word is not None:
            labels.append(-100 if word == previous else tags[word])
            previous = word
    padding = [-100] * (len(word_ids) - len(labels))
    return labels + padding
