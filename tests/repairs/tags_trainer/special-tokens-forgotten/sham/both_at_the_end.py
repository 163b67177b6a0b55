# kind: half · the lengths fit now, but the two labels are missing at the wrong place
def align_labels(word_ids, tags):
    labels = []
    previous = None
    for word in word_ids:
        if word is None:
            continue
        labels.append(-100 if word == previous else tags[word])
        previous = word
    labels += [-100] * (len(word_ids) - len(labels))
    assert len(labels) == len(word_ids)
    return labels
