# kind: elsewhere · fewer -100, but those that are left are still counted
def align_labels(word_ids, tags):
    labels = []
    for word in word_ids:
        if word is None:
            labels.append(-100)
        else:
            labels.append(tags[word])
    return labels
