# kind: half · the tag goes to the last piece of a word, not to the first
def align_labels(word_ids, tags):
    labels = []
    for word, following in zip(word_ids, [*word_ids[1:], None]):
        if word is None or word == following:
            labels.append(-100)
        else:
            labels.append(tags[word])
    return labels
